// A lane for each thread: when it was seen running, in which state, and what it waited for, as markers. The same axis of
// time as above; dragging chooses the window, a click on a name the thread.

const TRACK = 24, TRACKS_SHOWN = 24, TRACK_AXIS = 20; // heights; lanes at first

// What markers are drawn as: of names from jfrtool.
const MARKER_COLORS = { "monitor enter": "lock", pinned: "lock", wait: "machine", park: "machine", sleep: "machine", error: "pause", "class load": "heap" };
const markerColor = (type) => MARKER_COLORS[type] ?? "alloc"; // reads and writes

// A name in so many characters: its beginning, and what tells it from the names that are most like it.
function tellApart(name, others, room) {
  if (name.length <= room) return name;
  const head = Math.floor(room / 3), rest = room - head - 1;
  const likeness = (other) => {
    let at = 0;
    while (at < name.length && name[at] === other[at]) at++;
    return at;
  };
  const differs = Math.max(0, ...others.filter((other) => other !== name).map(likeness));
  const from = differs <= head ? name.length - rest : Math.min(Math.max(head, differs - Math.floor(rest / 3)), name.length - rest);
  return `${name.slice(0, head)}…${name.slice(from, from + rest)}`;
}

// Threads by how much is known of them: samples of all kinds and markers. [numbers]
function busyThreads(data) {
  const weights = new Float64Array(data.threads.length);
  for (const set of data.sets)
    for (let i = 0; i < set.n; i++) if (set.thread[i] >= 0) weights[set.thread[i]] += set.count[i];
  for (let i = 0; i < data.markers.n; i++) if (data.markers.thread[i] >= 0) weights[data.markers.thread[i]] += 1;
  return [...weights.keys()].filter((thread) => weights[thread] > 0).sort((a, b) => weights[b] - weights[a] || a - b);
}

// Of each of these threads: samples in each step that ran, that did not, exceptions; and its markers.
// [{ thread, running, waiting, thrown, markers: [numbers, by time] }]
function tracksOf(data, axis, threads) {
  const tracks = threads.map((thread) => ({ thread, running: new Float64Array(axis.steps), waiting: new Float64Array(axis.steps),
    thrown: new Float64Array(axis.steps), markers: [] }));
  const track = new Map(tracks.map((one) => [one.thread, one]));
  const runs = data.states.map((name) => /RUNNABLE|RUNNING|DEFAULT/.test(name));
  for (const set of data.sets) {
    const kind = set.about.kind;
    if (!["cpu", "native", "wall", "exception"].includes(kind)) continue;
    for (let i = set.untimed; i < set.n; i++) {
      const one = track.get(set.thread[i]), step = Math.floor((set.time[i] - axis.start) / axis.step);
      if (!one || step < 0 || step >= axis.steps) continue;
      const waits = kind === "wall" && set.state[i] >= 0 && !runs[set.state[i]];
      (kind === "exception" ? one.thrown : waits ? one.waiting : one.running)[step] += set.count[i];
    }
  }
  for (let i = 0; i < data.markers.n; i++) track.get(data.markers.thread[i])?.markers.push(i);
  return tracks;
}

// "park 12 ms: java.util.concurrent.locks.LockSupport"
function markerText(data, i) {
  const { markers, meta, strings } = data, about = strings[markers.text[i]];
  return `${meta.markers[markers.type[i]]} ${duration(markers.ms[i])}${about ? `: ${about}` : ""}`;
}

// The longest marker of the track that lies there, or -1.
function markerAt(data, track, from, to) {
  let found = -1;
  for (const i of track.markers) {
    const { time, ms } = data.markers;
    if (time[i] < to && time[i] + ms[i] >= from && (found < 0 || ms[i] > ms[found])) found = i;
  }
  return found;
}

function makeTracks(data, store) {
  const span = timeSpan(data), busy = busyThreads(data), canvas = h("canvas", { tabindex: 0, role: "application",
    "aria-roledescription": "threads over time", "aria-describedby": "tracks-help" });
  const names = h("ul", { class: "track-names" }), readout = h("p", { class: "readout" });
  const more = buttonOf("", "", () => {
    shown += TRACKS_SHOWN;
    draw();
  });
  const legend = h("p", { class: "legend" }, ...[["load", "running"], ["bar", "other states"], ["lock", "waits for a monitor, pinned"], ["alloc", "reads, writes"],
    ["machine", "parked, waiting, sleeping"], ["throw", "exceptions"], ["veil-pause", "GC pauses"]].map(([color, text]) =>
    h("span", {}, h("i", { class: "swatch", style: `background:var(--${color})` }), text)));
  const left = data.meta.markers_left_out ? h("p", { class: "dim" }, `The ${count(data.markers.n)} longest events are here, ${count(data.meta.markers_left_out)} shorter ones are not.`) : null;
  const section = h("section", { class: "card", id: "tracks", "aria-label": "Threads over time" },
    h("div", { class: "bar" }, h("h2", {}, "Threads over time"), h("span", { class: "grow" }), readout), legend,
    h("div", { class: "tracks" }, names, h("div", { class: "track-picture" }, canvas)), more, left,
    h("p", { class: "unseen", id: "tracks-help" }, "Arrow keys up and down go from thread to thread, left and right through time; Enter chooses the thread, with Shift the window grows."));
  let shown = TRACKS_SHOWN, width = 0, tracks = [], axis = null, row = 0, cursor = null, anchor = null;

  // Those that the events are of, first.
  const listed = () => {
    const { events } = store.derived;
    if (!events) return busy;
    const first = (thread) => (events.threads.has(thread) ? 0 : events.holders.has(thread) ? 1 : 2);
    return [...busy].sort((a, b) => first(a) - first(b));
  };
  const xOf = (ms) => ((ms - span.start) / (span.end - span.start)) * width;
  const timeAt = (x) => span.start + (x / width) * (span.end - span.start);
  function toggle(thread) {
    const chosen = new Set(store.state.threads ?? []);
    chosen.has(thread) ? chosen.delete(thread) : chosen.add(thread);
    store.change({ threads: chosen.size && chosen.size < data.threads.length ? chosen : null });
  }

  function drawTrack(context, theme, track, top, most) {
    const tall = TRACK - 9;
    context.fillStyle = theme.grid;
    context.fillRect(0, top + TRACK - 1, width, 1);
    for (let step = 0; step < axis.steps; step++) {
      const ran = track.running[step], waited = track.waiting[step];
      if (!ran && !waited && !track.thrown[step]) continue;
      const x = xOf(axis.start + step * axis.step), wide = Math.max(1, xOf(axis.start + (step + 1) * axis.step) - x - 0.2);
      const high = ran + waited ? Math.max(2, (tall * Math.min(1, (ran + waited) / most))) : 0, part = ran ? Math.max(1.5, (high * ran) / (ran + waited)) : 0;
      context.fillStyle = theme.bar;
      context.fillRect(x, top + tall - high + 1, wide, high - part);
      context.fillStyle = theme.load;
      context.fillRect(x, top + tall - part + 1, wide, part);
      if (!track.thrown[step]) continue;
      context.fillStyle = theme.throw;
      context.fillRect(x, top + 1, Math.max(1.5, wide), 3);
    }
    const { events } = store.derived;
    for (const i of track.markers) {
      const x = xOf(data.markers.time[i]);
      context.globalAlpha = !events || data.strings[data.markers.text[i]] === store.state.about ? 1 : 0.15;
      context.fillStyle = theme[markerColor(data.meta.markers[data.markers.type[i]])];
      context.fillRect(x, top + tall + 2, Math.max(1, xOf(data.markers.time[i] + data.markers.ms[i]) - x), 5);
    }
    context.globalAlpha = 1;
  }

  function paint() {
    width = canvas.parentElement.clientWidth;
    if (width < 10 || section.closest("[hidden]")) return;
    const list = listed().slice(0, shown), step = Math.max(1, ((span.end - span.start) / width) * 2);
    if (!axis || axis.step !== step || tracks.length !== list.length || tracks.some(({ thread }, i) => thread !== list[i])) {
      axis = { start: span.start, step, steps: Math.ceil((span.end - span.start) / step) };
      tracks = tracksOf(data, axis, list);
    }
    const context = prepareCanvas(canvas, width, list.length * TRACK + TRACK_AXIS), theme = timeTheme();
    const { window } = store.state, bottom = list.length * TRACK;
    const busiest = tracks.map((track) => track.running.map((ran, i) => ran + track.waiting[i])).reduce((all, sums) => Math.max(all, mostOfLane(sums)), 1);
    const usual = Math.max(1, busiest / 2);
    context.fillStyle = cssValue("--veil-pause");
    for (let i = 0; i < data.pauses.n; i++) {
      const x = xOf(data.pauses.time[i]), wide = xOf(data.pauses.time[i] + data.pauses.ms[i]) - x;
      if (wide > 0.3) context.fillRect(x, 0, wide, bottom);
    }
    tracks.forEach((track, i) => drawTrack(context, theme, track, i * TRACK, usual));
    context.font = FONT;
    context.fillStyle = theme.dim;
    context.textAlign = "center";
    const every = niceStep(((span.end - span.start) / width) * 76);
    for (let ms = Math.ceil(span.start / every) * every; ms <= span.end; ms += every) {
      context.fillRect(Math.round(xOf(ms)), bottom, 1, 3);
      if (xOf(ms) > 16 && xOf(ms) < width - 20) context.fillText(offsetText(ms), xOf(ms), bottom + 15);
    }
    if (document.activeElement === canvas && cursor !== null) {
      context.strokeStyle = theme.accent;
      context.strokeRect(0.5, row * TRACK + 0.5, width - 1, TRACK - 1);
      context.fillStyle = theme.text;
      context.fillRect(xOf(cursor), row * TRACK, 1, TRACK);
    }
    if (!window) return;
    const from = Math.max(0, xOf(window.from)), to = Math.min(width, xOf(window.to));
    context.fillStyle = theme.veil;
    context.fillRect(0, 0, from, bottom);
    context.fillRect(to, 0, width - to, bottom);
    context.fillStyle = theme.accent;
    context.fillRect(from - 1, 0, 2, bottom);
    context.fillRect(to - 1, 0, 2, bottom);
  }
  const repaint = onNextFrame(paint);
  function draw() {
    const chosen = store.state.threads;
    const numbers = listed().slice(0, shown), all = [...new Set(numbers.map((thread) => threadName(data.threads[thread])))];
    names.replaceChildren(...numbers.map((thread) => {
      const name = threadName(data.threads[thread]);
      return h("li", {}, h("button", { type: "button", dir: "ltr", title: name, "aria-pressed": String(Boolean(chosen?.has(thread))), "aria-label": name, onclick: () => toggle(thread) },
        tellApart(name, all, innerWidth > 600 ? 24 : 12)));
    }));
    more.hidden = busy.length <= shown;
    more.textContent = `${count(busy.length - shown)} more`;
    repaint();
  }
  const describe = (at, ms) => {
    const track = tracks[at], near = ((span.end - span.start) / width) * 2;
    if (!track) return "";
    const step = Math.floor((ms - axis.start) / axis.step), found = markerAt(data, track, ms - near, ms + near), words = [];
    words.push(`${threadName(data.threads[track.thread])}, ${offsetText(Math.round(ms))} (${clockText(data.meta, ms)})`);
    if (track.running[step]) words.push(`${count(track.running[step])} running`);
    if (track.waiting[step]) words.push(`${count(track.waiting[step])} in other states`);
    if (track.thrown[step]) words.push(`${count(track.thrown[step])} exceptions`);
    if (found >= 0) words.push(markerText(data, found));
    return words.join(" · ");
  };
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [Math.floor((event.clientY - box.top) / TRACK), timeAt(event.clientX - box.left)];
  };
  const choose = (a, b) => {
    const from = Math.max(Math.floor(Math.min(a, b)), Math.floor(span.start)), to = Math.min(Math.ceil(Math.max(a, b)), Math.ceil(span.end));
    if (to > from) store.change({ window: { from, to } });
  };
  const chooseSoon = soonest(choose);
  let dragged = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    [row, cursor] = place(event);
    dragged = { x: event.clientX, ms: cursor };
  });
  canvas.addEventListener("pointermove", (event) => {
    const [at, ms] = place(event);
    readout.textContent = describe(at, ms);
    if (dragged && Math.abs(event.clientX - dragged.x) > 3) chooseSoon(dragged.ms, ms);
  });
  canvas.addEventListener("pointerup", (event) => {
    const [at, ms] = place(event), found = tracks[at] ? markerAt(data, tracks[at], ms - ((span.end - span.start) / width) * 2, ms + ((span.end - span.start) / width) * 2) : -1;
    // A click on a marker shows its time.
    if (dragged && Math.abs(event.clientX - dragged.x) <= 3 && found >= 0) choose(data.markers.time[found], data.markers.time[found] + Math.max(1, data.markers.ms[found]));
    dragged = null;
  });
  canvas.addEventListener("pointercancel", () => (dragged = null));
  canvas.addEventListener("pointerleave", () => (readout.textContent = ""));
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ((span.end - span.start) / Math.max(width, 1)) * 4, at = cursor ?? store.state.window?.from ?? span.start;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -step], ArrowRight: [0, step], PageUp: [0, -10 * step], PageDown: [0, 10 * step] }[event.key];
    if (event.key === "Enter" && tracks[row]) toggle(tracks[row].thread);
    else if (event.key === "Escape") store.change({ window: null });
    else if (!moves) return;
    event.preventDefault();
    if (!moves) return;
    row = bounded(row + moves[0], 0, Math.max(0, tracks.length - 1));
    cursor = bounded(at + moves[1], span.start, span.end - 1);
    if (event.shiftKey && moves[1]) choose((anchor ??= at), cursor);
    else anchor = null;
    readout.textContent = describe(row, cursor);
    announce(readout.textContent);
    repaint();
  });
  canvas.addEventListener("focus", repaint);
  canvas.addEventListener("blur", repaint);
  canvas.setAttribute("aria-label", `${count(busy.length)} threads over ${duration(span.end - span.start)}, with ${count(data.markers.n)} long events`);
  whenShown(store, section, (state, derived, changed) => {
    if (changed.has("threads") || changed.has("about")) draw();
    else if (changed.has("window") || changed.has("tab")) repaint();
  });
  onWidth(section, draw);
  return { section, draw: repaint };
}
