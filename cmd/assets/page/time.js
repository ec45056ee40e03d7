// Samples over time with processor load and pauses beside them. Dragging chooses the window. The heat
// map (heat.js) is another picture of the same axis; both are drawn into one canvas.
//
//   picture: { height, place(width) -> void, draw(context, theme), timeAt(x, y), step }

const NICE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000,
  300000, 600000, 900000, 1800000, 3600000, 7200000, 14400000, 28800000, 86400000];
const niceStep = (least) => NICE_STEPS.find((step) => step >= least) ?? Math.ceil(least / 86400000) * 86400000;
const MARGIN = 70, RIGHT = 8; // left and right of the plot: "12.6 GiB/s" stands beside it
const AXIS = 34;              // height of the axis: the time since the start, and what a clock showed

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
  const names = ["text", "dim", "grid", "bar", "accent", "load", "machine", "pause", "throttle", "heap", "veil", "paper", "alloc", "throw", "lock", "card"];
  return Object.fromEntries(names.map((name) => [name, cssValue(`--${name}`)]));
}

// Two rows, each with round numbers of its own: the time since the start, and what a clock showed.
// place(ms) -> x.
function drawTimeAxis(context, theme, meta, span, step, place, width, y) {
  context.fillStyle = theme.dim;
  context.font = FONT;
  const row = (origin, down, textOf, { from, to } = { from: span.start, to: span.end }) => {
    context.textAlign = "center";
    context.fillStyle = theme.dim;
    for (let ms = Math.ceil((from + origin) / step) * step - origin; ms <= to; ms += step) {
      const x = place(ms);
      context.fillRect(Math.round(x), y + down, 1, 3);
      if (x > MARGIN + 16 && x < width - 26) context.fillText(textOf(ms), x, y + down + 14);
    }
  };
  if (meta.sides) { // each from its own start
    for (const side of meta.sides) {
      row(-side.from, 0, (ms) => offsetText(ms - side.from), side);
      context.textAlign = "left";
      context.fillStyle = theme.text;
      context.fillText(fitMiddle(side.title, Math.max(40, place(side.to) - place(side.from) - 8)), place(side.from), y + 31);
      context.fillRect(place(side.from) - 3, 0, 1, y);
    }
    return;
  }
  row(0, 0, offsetText);
  row((meta.start_ms + zoneMinutes(meta) * 60000) % DAY, 17, (ms) => clockText(meta, ms));
  laneLabel(context, theme, zoneText(meta).replace(/UTC(?=.)|^.*\//g, "").slice(0, 8), y + 31);
}

function laneLabel(context, theme, text, y) {
  context.fillStyle = theme.dim;
  context.font = FONT;
  context.textAlign = "right";
  context.fillText(text, MARGIN - 6, y);
}

// The share of each step of the axis that the stretches [time, time + ms) fill, at most all of it; one stretch
// of a row counts for its weight. They may lie over each other.
function sharesOf(axis, rows, timeOf, msOf, weightOf) {
  const shares = new Float64Array(axis.steps);
  for (let i = 0; i < rows; i++) {
    const from = (timeOf(i) - axis.start) / axis.step, to = from + msOf(i) / axis.step;
    for (let step = Math.max(0, Math.floor(from)); step < Math.min(axis.steps, to); step++)
      shares[step] += (Math.min(step + 1, to) - Math.max(step, from)) * weightOf(i);
  }
  return shares.map((share) => Math.min(share, 1));
}

// What is in none of the windows is seen through a veil.
function veilBut(context, theme, windows, xOf, left, right, tall) {
  context.save();
  for (const { from, to } of windows) {
    context.beginPath();
    context.rect(left, 0, right - left, tall);
    context.rect(xOf(from), 0, xOf(to) - xOf(from), tall);
    context.clip("evenodd");
  }
  context.fillStyle = theme.veil;
  context.fillRect(left, 0, right - left, tall);
  context.restore();
}

function makeChart(data, span) {
  const lanes = makeLanes(data, { start: Math.floor(span.start), step: Math.max(1, span.end - span.start), steps: 1 }).length;
  const TOP = 18, { loads, pauses, throttles, heap, meta } = data, after = (data.series ?? []).find(({ name }) => name === "heap after GC");
  const LOAD = lanes ? 20 : 24, LANE = lanes ? 14 : 16, HEAP = lanes ? 20 : 22, GAP = lanes ? 4 : 7, mostHeap = heap.used.reduce((a, b) => Math.max(a, b), 0) || 1;
  const chart = { step: 1, axis: null, bins: null, width: 0 };
  let SAMPLES, loadTop, pauseTop, throttleTop, heapTop, moreTops, axisTop, small = false, more;

  // small: samples alone, where something else is looked at.
  chart.arrange = (isSmall) => {
    small = isSmall;
    more = small ? 0 : lanes;
    SAMPLES = small ? 36 : lanes ? 54 : 72;
    let bottom = TOP + SAMPLES + GAP;
    const lane = (rows, height) => {
      const top = bottom;
      if (rows && !small) bottom += height + GAP;
      return top;
    };
    loadTop = lane(loads.n, LOAD);
    pauseTop = lane(pauses.n, LANE);
    throttleTop = lane(throttles.n, LANE);
    heapTop = lane(heap.n, HEAP);
    moreTops = Array.from({ length: more }, () => lane(1, LANE));
    axisTop = bottom - 4;
    chart.height = axisTop + AXIS;
  };
  chart.arrange(false);

  chart.place = (width) => {
    chart.width = width;
    chart.across = Math.max(width - MARGIN - RIGHT, 10);
    chart.step = niceStep(((span.end - span.start) / chart.across) * 2.5);
    const start = Math.floor(span.start / chart.step) * chart.step;
    chart.axis = { start, step: chart.step, steps: Math.ceil((span.end - start) / chart.step) };
    chart.paused = sharesOf(chart.axis, pauses.n, (i) => pauses.time[i], (i) => pauses.ms[i], () => 1);
    chart.throttled = sharesOf(chart.axis, throttles.n, (i) => throttles.time[i] - throttles.ms[i], (i) => throttles.ms[i], (i) => throttles.share[i]);
    chart.lanes = makeLanes(data, chart.axis);
  };
  const xOf = (ms) => MARGIN + ((ms - span.start) / (span.end - span.start)) * chart.across;
  chart.timeAt = (x) => span.start + ((x - MARGIN) / chart.across) * (span.end - span.start);
  chart.count = (state, derived) =>
    (chart.bins = timeline(data, setOf(data, state), derived.filter, state.measure, derived.selectedStacks, chart.axis));

  // One bar a step: height (of most) upwards from the bottom of a lane.
  function drawSteps(context, values, most, top, height, color) {
    context.fillStyle = color;
    for (let i = 0; i < values.length; i++) {
      if (!values[i]) continue;
      const x = Math.max(MARGIN, xOf(chart.axis.start + i * chart.step));
      const right = Math.min(MARGIN + chart.across, xOf(chart.axis.start + (i + 1) * chart.step));
      const tall = Math.max(1, (height * values[i]) / most);
      context.fillRect(x, top + height - tall, Math.max(right - x - (right - x > 4 ? 1 : 0.2), 0.8), tall);
    }
  }

  function drawSamples(context, theme, phrase) {
    const most = chart.bins.all.reduce((a, b) => Math.max(a, b), 0) || 1;
    context.fillStyle = theme.grid;
    for (const share of [0, 0.5, 1]) context.fillRect(MARGIN, Math.round(TOP + SAMPLES * (1 - share)), chart.across, 1);
    drawSteps(context, chart.bins.all, most, TOP, SAMPLES, theme.bar);
    drawSteps(context, chart.bins.hit, most, TOP, SAMPLES, theme.accent);
    laneLabel(context, theme, "0", TOP + SAMPLES);
    context.textAlign = "left";
    context.fillText(`${phrase(most)} in ${duration(chart.step)}`, MARGIN, TOP - 6);
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

  // The height is the share of time: a lane full to its top stood still all the time.
  function drawShares(context, theme, shares, top, color, name) {
    context.fillStyle = theme.grid;
    context.fillRect(MARGIN, top, chart.across, 1);
    context.fillRect(MARGIN, top + LANE, chart.across, 1);
    drawSteps(context, shares, 1, top, LANE, color);
    laneLabel(context, theme, name, top + LANE - 4);
  }

  function drawHeap(context, theme) {
    const y = (bytes) => heapTop + HEAP * (1 - bytes / mostHeap);
    context.fillStyle = theme.grid;
    context.fillRect(MARGIN, heapTop + HEAP, chart.across, 1);
    context.beginPath();
    for (let i = 0; i < heap.n; i++) context.lineTo(xOf(heap.time[i]), y(heap.used[i]));
    context.strokeStyle = theme.heap;
    context.lineWidth = heap.n > chart.across / 4 ? 0.6 : 1.4;
    context.stroke();
    if (after?.n) { // what was live, or so: it shows a leak
      context.fillStyle = theme.text;
      for (let i = 0; i < after.n; i++) context.fillRect(xOf(after.time[i]) - 1, y(after.value[i]) - 1, 2, 2);
    }
    laneLabel(context, theme, "heap", heapTop + HEAP - 5);
    laneMost(context, theme, bytesText(mostHeap), heapTop);
  }

  // How much the top of the lane is, in its corner.
  function laneMost(context, theme, text, top) {
    context.font = FONT.replace("12px", "10px");
    const wide = context.measureText(text).width, right = MARGIN + chart.across - 2;
    context.globalAlpha = 0.8;
    context.fillStyle = theme.card;
    context.fillRect(right - wide - 3, top, wide + 5, 11);
    context.globalAlpha = 1;
    context.fillStyle = theme.dim;
    context.textAlign = "right";
    context.fillText(text, right, top + 9);
  }

  function drawLane(context, theme, lane, top) {
    context.fillStyle = theme.grid;
    context.fillRect(MARGIN, top + LANE, chart.across, 1);
    if (lane.line) {
      context.beginPath();
      for (let i = 0; i < lane.values.length; i++)
        if (!Number.isNaN(lane.values[i])) context.lineTo(xOf(chart.axis.start + (i + 0.5) * chart.step), top + LANE * (1 - lane.values[i] / lane.most));
      context.strokeStyle = theme[lane.color];
      context.lineWidth = 1.4;
      context.stroke();
    } else drawSteps(context, lane.values, lane.most, top, LANE, theme[lane.color]);
    laneLabel(context, theme, lane.name, top + LANE - 3);
    laneMost(context, theme, lane.brief(lane.most), top);
  }

  chart.draw = (context, theme, window, phrase, base) => {
    drawSamples(context, theme, phrase);
    if (!small) drawBesides(context, theme);
    drawTimeAxis(context, theme, meta, span, niceStep(((span.end - span.start) / chart.across) * 76), xOf, chart.width, axisTop);
    drawWindows(context, theme, window, base);
  };
  function drawBesides(context, theme) {
    if (loads.n) drawLoads(context, theme);
    if (pauses.n) drawShares(context, theme, chart.paused, pauseTop, theme.pause, "pauses");
    if (throttles.n) drawShares(context, theme, chart.throttled, throttleTop, theme.throttle, "throttled");
    if (heap.n) drawHeap(context, theme);
    chart.lanes.slice(0, more).forEach((lane, i) => drawLane(context, theme, lane, moreTops[i]));
  }
  function drawWindows(context, theme, window, base) {
    if (base) {
      const from = Math.max(xOf(base.from), MARGIN), to = Math.min(xOf(base.to), MARGIN + chart.across);
      context.strokeStyle = theme.text;
      context.lineWidth = 1;
      context.setLineDash([4, 3]);
      context.strokeRect(from + 0.5, 0.5, Math.max(to - from - 1, 1), axisTop - 1);
      context.setLineDash([]);
    }
    if (!window) return;
    const from = Math.max(xOf(window.from), MARGIN), to = Math.min(xOf(window.to), MARGIN + chart.across);
    veilBut(context, theme, [window, base].filter(Boolean), xOf, MARGIN, MARGIN + chart.across, axisTop);
    context.fillStyle = theme.accent;
    context.fillRect(from - 1, 0, 2, axisTop);
    context.fillRect(to - 1, 0, 2, axisTop);
  }

  chart.describe = (ms, amount, phrase) => {
    const i = Math.floor((ms - chart.axis.start) / chart.step), words = [];
    if (i < 0 || i >= chart.axis.steps || !chart.bins) return "";
    const from = chart.axis.start + i * chart.step;
    words.push(`${offsetText(from)} – ${offsetText(from + chart.step)} (${clockText(meta, from)}): ${phrase(chart.bins.all[i])}`);
    if (chart.bins.hit[i]) words.push(`${amount(chart.bins.hit[i])} with the selected`);
    const load = firstNotBefore(loads.time, 0, loads.n, ms);
    if (load < loads.n)
      words.push(`JVM ${percentOf(loads.user[load] + loads.system[load], 1)} % of the processors, machine ${percentOf(loads.machine[load], 1)} %`);
    if (chart.paused[i]) words.push(describePauses(from, from + chart.step, chart.paused[i]));
    if (chart.throttled[i]) words.push(`throttled in ${percentOf(chart.throttled[i], 1)} % of the CPU periods`);
    const used = firstNotBefore(heap.time, 0, heap.n, ms);
    if (heap.n) words.push(`heap ${bytesText(heap.used[Math.min(used, heap.n - 1)])}`);
    for (const lane of chart.lanes) if (lane.values[i] > 0) words.push(lane.text(lane.values[i]));
    return words.join(" · ");
  };
  // "8 pauses, 120 ms (60.00 % of the time): GC Pause (Allocation Failure)"
  function describePauses(from, to, share) {
    const names = new Set();
    let pausesThere = 0;
    for (let p = 0; p < pauses.n; p++) {
      if (pauses.time[p] >= to || pauses.time[p] + pauses.ms[p] < from) continue;
      pausesThere++;
      names.add(pauses.cause[p] ? `${pauses.name[p]} (${pauses.cause[p]})` : pauses.name[p]);
    }
    return `${count(pausesThere)} pause${pausesThere === 1 ? "" : "s"}, ${duration(share * (to - from))} (${percentOf(share, 1)} % of the time)` +
      `: ${[...names].slice(0, 3).join(", ")}`;
  }
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

// Tabs below which time is to be chosen, but not looked at.
const isSmallTab = (tab) => ![PROFILE_TAB, THREADS_TAB, DIFFERENT_TAB].includes(tab);

// ---- The section ----------------------------------------------------------------------------

function makeTime(data, store) {
  const span = timeSpan(data), chart = makeChart(data, span), heat = makeHeat(data, span);
  const canvas = h("canvas", { tabindex: 0, role: "application", "aria-roledescription": "time line",
    "aria-describedby": "time-help" });
  const timed = data.sets.some((set) => set.n > set.untimed);
  const HINT = timed ? "Drag over the picture to see a window of time only." : "The samples do not say when they were taken.";
  const readout = h("p", { class: "readout", hidden: true }), refused = h("p", { class: "refused", role: "alert", hidden: true });
  const chartButton = toggleButton("Chart", "Samples over time (h)", () => store.change({ view: "chart" }));
  const heatButton = toggleButton("Heat map", "Each cell a fraction of a second (h)", () => store.change({ view: "heat" }));
  const field = (label) => {
    const input = h("input", { type: "text", size: 9, placeholder: label === "From" ? "start" : "end", spellcheck: "false",
      title: `10s, -5s before the end, 10:02 or 04:20:50.5 of the clock (${zoneText(data.meta)}), a date, ISO 8601`, onchange: typed, onkeydown: (event) => event.key === "Escape" && clear() });
    return { input, element: h("label", {}, `${label} `, input) };
  };
  const from = field("From"), to = field("To");
  const allTimes = buttonOf("All times", "No window (w)", () => clear());
  const legend = h("p", { class: "legend" });
  const section = h("section", { id: "time", class: "card", "aria-labelledby": "time-title" },
    h("div", { class: "bar" }, h("h2", { id: "time-title" }, "Time"), h("span", { class: "group", role: "group",
      "aria-label": "Picture" }, chartButton, heatButton), h("span", { class: "grow" }), ...(data.meta.sides ? [] : [from.element, to.element]), allTimes),
    canvas, h("p", { class: "unseen", id: "time-help" },
      "Arrow keys move through time, with Shift they choose a window, Escape clears it."), refused,
    h("div", { class: "below" }, legend, readout));
  let picture = chart, cursor = null, anchor = null;

  const words = () => wordsOf(data, store.state);
  const paint = () => {
    const width = canvas.parentElement.clientWidth - 24;
    if (width < 10) return;
    if (picture.width !== width) {
      picture.place(width);
      picture.count(store.state, store.derived);
      showLegend(store.state, store.derived);
    }
    const context = prepareCanvas(canvas, width, picture.height), theme = timeTheme();
    picture.draw(context, theme, store.state.window, words().phrase, store.state.base);
    if (cursor !== null && document.activeElement === canvas) picture.drawCursor?.(context, theme, cursor);
  };
  const draw = onNextFrame(paint);
  const say = (text) => {
    readout.textContent = text;
    readout.hidden = !text;
    legend.hidden = Boolean(text);
  };
  // field: the window, or the base that it is compared with.
  const choose = (window, field = "window") => {
    const clamped = window && { from: Math.max(Math.floor(window.from), Math.floor(span.start)), to: Math.min(window.to, Math.ceil(span.end)) };
    const before = store.state[field];
    if (clamped && clamped.to <= clamped.from) clamped.to = clamped.from + 1;
    if (clamped?.from === before?.from && clamped?.to === before?.to) return;
    store.change({ [field]: clamped });
  };
  const chooseSoon = soonest(choose);
  function clear() {
    anchor = null;
    choose(null);
  }
  function typed() {
    const { window, error = "", field } = windowOfText(from.input.value, to.input.value, data.meta, span);
    from.input.setAttribute("aria-invalid", String(field === "from"));
    to.input.setAttribute("aria-invalid", String(field === "to"));
    refused.textContent = error;
    refused.hidden = !error;
    if (window) choose(from.input.value.trim() || to.input.value.trim() ? window : null);
  }

  const pointer = (event) => {
    const box = canvas.getBoundingClientRect();
    return picture.timeAt(event.clientX - box.left, event.clientY - box.top);
  };
  let dragged = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    dragged = { at: pointer(event), x: event.clientX, y: event.clientY, moved: false, field: event.altKey ? "base" : "window" };
    if (event.shiftKey && store.state.window) // the edge that is nearer follows
      dragged.at = Math.abs(dragged.at - store.state.window.from) < Math.abs(dragged.at - store.state.window.to)
        ? store.state.window.to : store.state.window.from;
  });
  canvas.addEventListener("pointermove", (event) => {
    const ms = pointer(event);
    say(picture.describe(ms, words().amount, words().phrase));
    if (!dragged) return;
    if (Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > 3) dragged.moved = true;
    if (dragged.moved) chooseSoon(picture.windowOf(dragged.at, ms), dragged.field);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (dragged && !dragged.moved) {
      cursor = anchor = dragged.at;
      const window = picture.windowOfClick(dragged.at);
      if (window) choose(window);
      draw();
    } else if (dragged) chooseSoon(picture.windowOf(dragged.at, pointer(event)), dragged.field);
    dragged = null;
  });
  canvas.addEventListener("pointerleave", () => say(""));
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
    say(picture.describe(cursor, words().amount, words().phrase));
    announce(readout.textContent);
    draw();
  });

  function showLegend(state, derived) {
    const parts = picture === heat ? heat.legend() : [["bar", state.measure === "value" ? "all" : "samples"]];
    if (picture === chart) {
      if (derived.selected >= 0) parts.push(["accent", "with the selected"]);
      if (data.loads.n) parts.push(["load", "CPU of the JVM"], ["machine", "CPU of the machine"]);
    }
    parts.push(["", HINT]);
    legend.replaceChildren(...parts.map(([color, text]) =>
      h("span", { class: color ? "" : "hint" }, color ? h("i", { class: "swatch", style: `background:var(--${color})` }) : null, text)));
  }

  store.watch((state, derived, changed) => {
    const small = !state.full && isSmallTab(state.tab);
    if (changed.has("tab") || changed.has("full")) {
      chart.arrange(small);
      section.classList.toggle("small", small);
    }
    picture = small ? chart : state.view === "heat" ? heat : chart;
    pressed(chartButton, picture === chart);
    pressed(heatButton, picture === heat);
    allTimes.disabled = !state.window;
    if (document.activeElement !== from.input) from.input.value = state.window?.from > Math.floor(span.start) ? offsetText(state.window.from) : "";
    if (document.activeElement !== to.input) to.input.value = state.window?.to < Math.ceil(span.end) ? offsetText(state.window.to) : "";
    if (picture.axis && ["kind", "threads", "states", "values", "measure", "selected", "by", "view", "tab", "focus", "without", "about", "during"].some((field) => changed.has(field)))
      picture.count(state, derived);
    const shown = state.window ? `window ${offsetText(state.window.from)} to ${offsetText(state.window.to)}` : "no window chosen";
    canvas.setAttribute("aria-label", `${picture === heat ? "Heat map" : "Chart"} of ${words().phrase(derived.whole.all)} over ${duration(span.end - span.start)}, ${shown}`);
    showLegend(state, derived);
    draw();
  });
  onWidth(section, draw);
  chart.drawCursor = (context, theme, ms) => {
    const x = MARGIN + ((ms - span.start) / (span.end - span.start)) * chart.across;
    context.fillStyle = theme.text;
    context.fillRect(x, 0, 1, chart.height - AXIS);
  };
  return { section, focus: () => canvas.focus(), draw, paint };
}
