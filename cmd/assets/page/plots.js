// Charts over time in the tabs of what they are about: pauses of the collector, heap, rates. The same axis as above;
// dragging chooses the window.
//
//   plot: { name, text(value) -> words, lines: [{ color, values (one a step), dots }] }

const PLOT = 92; // height without the axis

// What there is to show in a tab: of the lanes, larger, and of what is not in steps.
const PLOTS_OF = {
  Account: ["CPU of the JVM", "CPU of the machine", "throttled CPU periods"], GC: ["time in GC pauses", "heap in use"], Memory: ["heap in use", "allocation"],
  Locks: ["threads waiting for monitors"], Exceptions: ["exceptions"], JVM: ["threads", "CPU of the JVM"], "I/O": ["threads reading and writing"],
};

const PLOT_COLORS = { "CPU of the JVM": "load", "CPU of the machine": "machine", "throttled CPU periods": "throttle", "time in GC pauses": "pause", "heap in use": "heap",
  allocation: "alloc", "threads waiting for monitors": "lock", exceptions: "throw", threads: "machine", "threads reading and writing": "alloc" };

// [{ name, values, text }] of the axis, as far as something was recorded.
function plotsOf(data, tab, axis) {
  const inIo = (data.meta.markers ?? []).map((type) => /read|write|connect|force/.test(type));
  const all = [...comparedLanes(data, axis), { name: "threads reading and writing", values: threadsInside(data.markers, inIo, axis), text: (n) => String(Number(n.toPrecision(3))) }];
  const lanes = (PLOTS_OF[tab] ?? []).map((name) => all.find((lane) => lane.name === name)).filter((lane) => lane && lane.values.some((value) => value > 0));
  return lanes.map((lane) => (lane.name === "heap in use" ? { ...lane, points: data.heap } : lane)); // what it was before and after each collection
}

function makePlots(data, store, tab) {
  const span = timeSpan(data), canvas = h("canvas", { role: "img" }), readout = h("p", { class: "readout" });
  const section = h("section", { class: "card plots", "aria-label": `${tab} over time` }, canvas, readout);
  let plots = [], axis = null, width = 0;
  const across = () => Math.max(width - MARGIN - RIGHT, 10), xOf = (ms) => MARGIN + ((ms - span.start) / (span.end - span.start)) * across();
  const timeAt = (event) => span.start + ((event.clientX - canvas.getBoundingClientRect().left - MARGIN) / across()) * (span.end - span.start);
  if (!plotsOf(data, tab, { start: span.start, step: Math.max(1, span.end - span.start), steps: 1 }).length) return null;

  function drawPlot(context, theme, plot, top) {
    const { points } = plot, most = (points ? points.used.reduce((a, b) => Math.max(a, b), 0) : mostOfLane(plot.values)) || 1, y = (value) => top + PLOT * (1 - value / most), color = theme[PLOT_COLORS[plot.name]];
    context.fillStyle = theme.text;
    context.font = FONT;
    context.textAlign = "left";
    context.fillText(plot.name, MARGIN, top - 6);
    context.textAlign = "right";
    for (const share of [0, 0.5, 1]) {
      context.fillStyle = theme.grid;
      context.fillRect(MARGIN, Math.round(y(most * share)), across(), 1);
      context.fillStyle = theme.dim;
      if (share) context.fillText(plot.text(most * share), MARGIN - 6, y(most * share) + 4);
    }
    context.fillStyle = context.strokeStyle = color;
    context.lineWidth = 1.4;
    context.beginPath();
    for (let i = 0; i < (points?.n ?? 0); i++) context.lineTo(xOf(points.time[i]), y(points.used[i]));
    plot.values.forEach((value, step) => {
      if (points || Number.isNaN(value)) return;
      context.lineTo(xOf(axis.start + step * axis.step), y(value));
      context.lineTo(xOf(Math.min(axis.start + (step + 1) * axis.step, span.end)), y(value));
    });
    context.stroke();
    context.lineTo(xOf(points ? points.time[points.n - 1] : span.end), y(0));
    context.lineTo(xOf(points ? points.time[0] : span.start), y(0));
    context.globalAlpha = 0.25;
    context.fill();
    context.globalAlpha = 1;
  }
  function paint() {
    width = section.clientWidth - 24;
    if (width < 10) return;
    const step = niceStep(((span.end - span.start) / across()) * 3), start = Math.floor(span.start / step) * step;
    if (axis?.step !== step) {
      axis = { start, step, steps: Math.ceil((span.end - start) / step) };
      plots = plotsOf(data, tab, axis);
    }
    const tall = plots.length * (PLOT + 26), context = prepareCanvas(canvas, width, tall + AXIS), theme = timeTheme();
    plots.forEach((plot, i) => drawPlot(context, theme, plot, 20 + i * (PLOT + 26)));
    drawTimeAxis(context, theme, data.meta, span, niceStep(((span.end - span.start) / across()) * 76), xOf, width, tall);
    const { window, base } = store.state;
    if (window) veilBut(context, theme, [window, base].filter(Boolean), xOf, MARGIN, MARGIN + across(), tall);
  }
  const draw = onNextFrame(paint), chooseSoon = soonest((a, b) => {
    const from = bounded(Math.floor(Math.min(a, b)), Math.floor(span.start), Math.ceil(span.end)), to = bounded(Math.ceil(Math.max(a, b)), from, Math.ceil(span.end));
    if (to > from) store.change({ window: { from, to } });
  });
  let dragged = null;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    dragged = { x: event.clientX, ms: timeAt(event) };
  });
  canvas.addEventListener("pointermove", (event) => {
    const ms = timeAt(event), step = Math.floor((ms - axis.start) / axis.step);
    const words = plots.filter(({ values }) => values[step] >= 0).map((plot) => `${plot.name} ${plot.text(plot.values[step])}`);
    readout.textContent = [`${offsetText(Math.round(ms))} (${clockText(data.meta, ms)})`, ...words].join(" · ");
    if (dragged && Math.abs(event.clientX - dragged.x) > 3) chooseSoon(dragged.ms, ms);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (dragged = null));
  canvas.addEventListener("pointerleave", () => (readout.textContent = ""));
  whenShown(store, section, (state, derived, changed) => {
    const named = plotsOf(data, tab, { start: span.start, step: Math.max(1, span.end - span.start), steps: 1 });
    canvas.setAttribute("aria-label", `${named.map(({ name, values, text }) => `${name}, ${text(values[0])} on average`).join("; ")}; over ${duration(span.end - span.start)}`);
    if (["window", "tab"].some((field) => changed.has(field))) draw();
  });
  onWidth(section, draw);
  return section;
}
