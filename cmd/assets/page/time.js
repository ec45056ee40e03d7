// Samples over time with processor load and pauses beside them. Dragging chooses the window. The heat
// map (heat.js) is another picture of the same axis; both are drawn into one canvas.
//
//   picture: { height, place(width) -> void, draw(context, theme), timeAt(x, y), step }

const NICE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000,
  300000, 600000, 900000, 1800000, 3600000, 7200000, 14400000, 28800000, 86400000];
const niceStep = (least) => NICE_STEPS.find((step) => step >= least) ?? Math.ceil(least / 86400000) * 86400000;
const MARGIN = 52, RIGHT = 8; // left and right of the plot

function timeSpan(data) {
  let start = 0, end = Math.max(data.meta.duration_ms, 1);
  for (const set of data.sets) {
    if (set.n === set.untimed) continue;
    start = Math.min(start, set.time[set.untimed]);
    end = Math.max(end, set.time[set.n - 1] + 1);
  }
  return { start, end };
}

function timeTheme() {
  const names = ["text", "dim", "grid", "bar", "accent", "load", "machine", "pause", "veil", "paper"];
  return Object.fromEntries(names.map((name) => [name, cssValue(`--${name}`)]));
}

function drawTimeAxis(context, theme, span, width, y) {
  const across = width - MARGIN - RIGHT, step = niceStep(((span.end - span.start) / across) * 70);
  context.fillStyle = theme.dim;
  context.font = FONT;
  context.textAlign = "center";
  for (let ms = Math.ceil(span.start / step) * step; ms <= span.end; ms += step) {
    const x = MARGIN + ((ms - span.start) / (span.end - span.start)) * across;
    context.fillRect(Math.round(x), y, 1, 4);
    if (x > MARGIN + 12 && x < width - 18) context.fillText(clock(ms), x, y + 15);
  }
}

function makeChart(data, span) {
  const SAMPLES = 104, LOAD = 34, PAUSES = 10, GAP = 8;
  const loads = data.loads, pauses = data.pauses;
  const loadTop = 6 + SAMPLES + GAP, pauseTop = loadTop + (loads.n ? LOAD + GAP : 0);
  const axisTop = pauseTop + (pauses.n ? PAUSES + GAP : 0) - 4;
  const chart = { height: axisTop + 22, step: 1, axis: null, bins: null, width: 0 };

  chart.place = (width) => {
    chart.width = width;
    chart.across = Math.max(width - MARGIN - RIGHT, 10);
    chart.step = niceStep(((span.end - span.start) / chart.across) * 2.5);
    const start = Math.floor(span.start / chart.step) * chart.step;
    chart.axis = { start, step: chart.step, steps: Math.ceil((span.end - start) / chart.step) };
  };
  const xOf = (ms) => MARGIN + ((ms - span.start) / (span.end - span.start)) * chart.across;
  chart.timeAt = (x) => span.start + ((x - MARGIN) / chart.across) * (span.end - span.start);
  chart.count = (state, derived) =>
    (chart.bins = timeline(data.sets[0], derived.filter, state.measure, derived.selectedStacks, chart.axis));

  const laneLabel = (context, theme, text, y) => {
    context.fillStyle = theme.dim;
    context.font = FONT;
    context.textAlign = "right";
    context.fillText(text, MARGIN - 6, y);
  };

  function drawSamples(context, theme, amount) {
    const most = chart.bins.all.reduce((a, b) => Math.max(a, b), 0) || 1;
    context.fillStyle = theme.grid;
    for (const share of [0, 0.5, 1]) context.fillRect(MARGIN, Math.round(6 + SAMPLES * (1 - share)), chart.across, 1);
    const bars = (sums, color) => {
      context.fillStyle = color;
      for (let i = 0; i < sums.length; i++) {
        if (!sums[i]) continue;
        const x = Math.max(MARGIN, xOf(chart.axis.start + i * chart.step));
        const right = Math.min(MARGIN + chart.across, xOf(chart.axis.start + (i + 1) * chart.step));
        const height = Math.max(1, (SAMPLES * sums[i]) / most);
        context.fillRect(x, 6 + SAMPLES - height, Math.max(right - x - (right - x > 4 ? 1 : 0.2), 0.8), height);
      }
    };
    bars(chart.bins.all, theme.bar);
    bars(chart.bins.hit, theme.accent);
    laneLabel(context, theme, amount(most), 15);
    laneLabel(context, theme, "0", 6 + SAMPLES);
  }

  // The share of all processors, as a line through the middle of what each event speaks of.
  function drawLoads(context, theme) {
    const y = (share) => loadTop + LOAD * (1 - Math.min(share, 1));
    context.fillStyle = theme.grid;
    context.fillRect(MARGIN, loadTop, chart.across, 1);
    context.fillRect(MARGIN, loadTop + LOAD, chart.across, 1);
    const line = (share, color, fill) => {
      context.beginPath();
      for (let i = 0; i < loads.n; i++) context.lineTo(xOf(loads.time[i]), y(share(i)));
      if (fill) {
        context.lineTo(xOf(loads.time[loads.n - 1]), y(0));
        context.lineTo(xOf(loads.time[0]), y(0));
        context.fillStyle = color;
        context.globalAlpha = 0.45;
        context.fill();
        context.globalAlpha = 1;
      } else {
        context.strokeStyle = color;
        context.lineWidth = 1.4;
        context.stroke();
      }
    };
    line((i) => loads.user[i] + loads.system[i], theme.load, true);
    line((i) => loads.user[i] + loads.system[i], theme.load, false);
    line((i) => loads.machine[i], theme.machine, false);
    laneLabel(context, theme, "CPU", loadTop + LOAD / 2 + 4);
  }

  function drawPauses(context, theme) {
    context.fillStyle = theme.grid;
    context.fillRect(MARGIN, pauseTop + PAUSES, chart.across, 1);
    context.fillStyle = theme.pause;
    for (let i = 0; i < pauses.n; i++) {
      const x = xOf(pauses.time[i]), right = xOf(pauses.time[i] + pauses.ms[i]);
      context.fillRect(x, pauseTop, Math.max(right - x, 1.2), PAUSES);
    }
    laneLabel(context, theme, "pauses", pauseTop + PAUSES);
  }

  chart.draw = (context, theme, window, amount) => {
    drawSamples(context, theme, amount);
    if (loads.n) drawLoads(context, theme);
    if (pauses.n) drawPauses(context, theme);
    drawTimeAxis(context, theme, span, chart.width, axisTop);
    if (!window) return;
    const from = Math.max(xOf(window.from), MARGIN), to = Math.min(xOf(window.to), MARGIN + chart.across);
    context.fillStyle = theme.veil;
    context.fillRect(MARGIN, 0, from - MARGIN, axisTop);
    context.fillRect(to, 0, MARGIN + chart.across - to, axisTop);
    context.fillStyle = theme.accent;
    context.fillRect(from - 1, 0, 2, axisTop);
    context.fillRect(to - 1, 0, 2, axisTop);
  };

  chart.describe = (ms, amount, phrase) => {
    const i = Math.floor((ms - chart.axis.start) / chart.step), words = [];
    if (i < 0 || i >= chart.axis.steps || !chart.bins) return "";
    const from = chart.axis.start + i * chart.step;
    words.push(`${clock(from)} – ${clock(from + chart.step)}: ${phrase(chart.bins.all[i])}`);
    if (chart.bins.hit[i]) words.push(`${amount(chart.bins.hit[i])} with the selected`);
    const load = firstNotBefore(loads.time, 0, loads.n, ms);
    if (load < loads.n)
      words.push(`JVM ${percentOf(loads.user[load] + loads.system[load], 1)} % of the processors, machine ${percentOf(loads.machine[load], 1)} %`);
    for (let p = 0; p < pauses.n; p++)
      if (pauses.time[p] < from + chart.step && pauses.time[p] + pauses.ms[p] >= from)
        words.push(`${pauses.name[p]} ${duration(pauses.ms[p])}${pauses.cause[p] ? ` (${pauses.cause[p]})` : ""}`);
    return words.slice(0, 6).join(" · ");
  };
  chart.move = (ms, key) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[key];
    if (key === "Home") return span.start;
    if (key === "End") return span.end - 1;
    return steps === undefined ? null : ms + steps * chart.step;
  };
  // The steps that two points are in, and all between.
  chart.windowOf = (a, b) => ({ from: Math.round(Math.min(a, b)), to: Math.round(Math.max(a, b)) });
  chart.windowOfKeys = (a, b) => {
    const first = Math.floor(Math.min(a, b) / chart.step) * chart.step;
    return { from: first, to: Math.floor(Math.max(a, b) / chart.step) * chart.step + chart.step };
  };
  chart.windowOfClick = () => null;
  return chart;
}

// ---- The section ----------------------------------------------------------------------------

function makeTime(data, store) {
  const span = timeSpan(data), chart = makeChart(data, span), heat = makeHeat(data, span);
  const canvas = h("canvas", { tabindex: 0, role: "application", "aria-roledescription": "time line",
    "aria-describedby": "time-help" });
  const timed = data.sets.some((set) => set.n > set.untimed);
  const HINT = timed ? "Drag over the picture to see a window of time only." : "The samples do not say when they were taken.";
  const readout = h("p", { class: "readout" }, HINT);
  const chartButton = toggleButton("Chart", "Samples over time (h)", () => store.change({ view: "chart" }));
  const heatButton = toggleButton("Heat map", "Each cell a fraction of a second (h)", () => store.change({ view: "heat" }));
  const field = (label) => {
    const input = h("input", { type: "text", size: 8, placeholder: label === "From" ? "start" : "end", spellcheck: "false",
      onchange: typed, onkeydown: (event) => event.key === "Escape" && clear() });
    return { input, element: h("label", {}, `${label} `, input) };
  };
  const from = field("From"), to = field("To");
  const allTimes = buttonOf("All times", "No window (w)", () => clear());
  const legend = h("p", { class: "legend" });
  const section = h("section", { id: "time", class: "card", "aria-labelledby": "time-title" },
    h("div", { class: "bar" }, h("h2", { id: "time-title" }, "Time"), h("span", { class: "group", role: "group",
      "aria-label": "Picture" }, chartButton, heatButton), h("span", { class: "grow" }), from.element, to.element, allTimes),
    canvas, h("p", { class: "unseen", id: "time-help" },
      "Arrow keys move through time, with Shift they choose a window, Escape clears it."), readout, legend);
  let picture = chart, cursor = null, anchor = null;

  const words = () => measureWords(data.meta.unit, store.state.measure);
  const paint = () => {
    const width = canvas.parentElement.clientWidth - 24;
    if (width < 10) return;
    if (picture.width !== width) {
      picture.place(width);
      picture.count(store.state, store.derived);
      showLegend(store.state, store.derived);
    }
    const context = prepareCanvas(canvas, width, picture.height), theme = timeTheme();
    picture.draw(context, theme, store.state.window, words().amount);
    if (cursor !== null && document.activeElement === canvas) picture.drawCursor?.(context, theme, cursor);
  };
  const draw = onNextFrame(paint);
  const choose = (window) => {
    const clamped = window && { from: Math.max(Math.floor(window.from), Math.floor(span.start)), to: Math.min(window.to, Math.ceil(span.end)) };
    const before = store.state.window;
    if (clamped && clamped.to <= clamped.from) clamped.to = clamped.from + 1;
    if (clamped?.from === before?.from && clamped?.to === before?.to) return;
    store.change({ window: clamped });
  };
  const chooseSoon = (() => {
    let next = null;
    const soon = onNextFrame(() => choose(next));
    return (window) => {
      next = window;
      soon();
    };
  })();
  function clear() {
    anchor = null;
    choose(null);
  }
  function typed() {
    const a = from.input.value.trim() ? parseTime(from.input.value) : span.start;
    const b = to.input.value.trim() ? parseTime(to.input.value) : Math.ceil(span.end);
    from.input.setAttribute("aria-invalid", String(Number.isNaN(a)));
    to.input.setAttribute("aria-invalid", String(Number.isNaN(b) || b <= a));
    if (b > a) choose({ from: a, to: b });
  }

  const pointer = (event) => {
    const box = canvas.getBoundingClientRect();
    return picture.timeAt(event.clientX - box.left, event.clientY - box.top);
  };
  let dragged = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    dragged = { at: pointer(event), x: event.clientX, y: event.clientY, moved: false };
    if (event.shiftKey && store.state.window) // the edge that is nearer follows
      dragged.at = Math.abs(dragged.at - store.state.window.from) < Math.abs(dragged.at - store.state.window.to)
        ? store.state.window.to : store.state.window.from;
  });
  canvas.addEventListener("pointermove", (event) => {
    const ms = pointer(event);
    readout.textContent = picture.describe(ms, words().amount, words().phrase);
    if (!dragged) return;
    if (Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > 3) dragged.moved = true;
    if (dragged.moved) chooseSoon(picture.windowOf(dragged.at, ms));
  });
  canvas.addEventListener("pointerup", (event) => {
    if (dragged && !dragged.moved) {
      cursor = anchor = dragged.at;
      const window = picture.windowOfClick(dragged.at);
      if (window) choose(window);
      draw();
    } else if (dragged) chooseSoon(picture.windowOf(dragged.at, pointer(event)));
    dragged = null;
  });
  canvas.addEventListener("pointerleave", () => (readout.textContent = HINT));
  canvas.addEventListener("pointercancel", () => (dragged = null));
  canvas.addEventListener("dblclick", clear);
  canvas.addEventListener("focus", draw);
  canvas.addEventListener("blur", draw);
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return clear();
    const start = cursor ?? store.state.window?.from ?? span.start, next = picture.move(start, event.key);
    if (next === null) return;
    event.preventDefault();
    cursor = Math.min(Math.max(next, span.start), span.end - 1);
    if (event.shiftKey) {
      anchor ??= start;
      choose(picture.windowOfKeys(anchor, cursor));
    } else anchor = cursor;
    readout.textContent = picture.describe(cursor, words().amount, words().phrase);
    announce(readout.textContent);
    draw();
  });

  function showLegend(state, derived) {
    const parts = picture === heat ? heat.legend() : [["bar", state.measure === "value" ? "all" : "samples"]];
    if (picture === chart) {
      if (derived.selected >= 0) parts.push(["accent", "with the selected"]);
      if (data.loads.n) parts.push(["load", "CPU of the JVM"], ["machine", "CPU of the machine"]);
      if (data.pauses.n) parts.push(["pause", "pauses of the JVM"]);
    }
    legend.replaceChildren(...parts.map(([color, text]) =>
      h("span", {}, color ? h("i", { class: "swatch", style: `background:var(--${color})` }) : null, text)));
  }

  store.watch((state, derived, changed) => {
    picture = state.view === "heat" ? heat : chart;
    pressed(chartButton, picture === chart);
    pressed(heatButton, picture === heat);
    allTimes.disabled = !state.window;
    if (document.activeElement !== from.input) from.input.value = state.window?.from > Math.floor(span.start) ? clock(state.window.from) : "";
    if (document.activeElement !== to.input) to.input.value = state.window?.to < Math.ceil(span.end) ? clock(state.window.to) : "";
    if (picture.axis && ["threads", "states", "measure", "selected", "by", "view"].some((field) => changed.has(field)))
      picture.count(state, derived);
    const shown = state.window ? `window ${clock(state.window.from)} to ${clock(state.window.to)}` : "no window chosen";
    canvas.setAttribute("aria-label", `${picture === heat ? "Heat map" : "Chart"} of ${words().phrase(derived.whole.all)} over ${duration(span.end - span.start)}, ${shown}`);
    showLegend(state, derived);
    draw();
  });
  onWidth(section, draw);
  chart.drawCursor = (context, theme, ms) => {
    const x = MARGIN + ((ms - span.start) / (span.end - span.start)) * chart.across;
    context.fillStyle = theme.text;
    context.fillRect(x, 0, 1, chart.height - 18);
  };
  return { section, focus: () => canvas.focus(), draw, paint };
}
