// Two recordings as one: the second one stands behind the first on the axis of time, so that a window is a recording
// and what it is compared with the other one. Pure functions.

const CHANGES_TAB = "Changes"; // what jfrtool diff says

// Numbers of what both have, by their keys: [all, numbers of b's].
function union(a, b, keyOf = (one) => one) {
  const all = [...a], numbers = new Map(), nth = new Map();
  const keyed = (one, seen) => { // the second thread of a name is the second one there, too
    const key = keyOf(one), n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return `${n} ${key}`;
  };
  a.forEach((one, i) => numbers.set(keyed(one, nth), i));
  nth.clear();
  return [all, Int32Array.from(b, (one) => {
    const key = keyed(one, nth);
    if (!numbers.has(key)) numbers.set(key, all.push(one) - 1);
    return numbers.get(key);
  })];
}

const joined = (a, b, map = (x) => x) => {
  const column = new a.constructor(a.length + b.length);
  column.set(a);
  for (let i = 0; i < b.length; i++) column[a.length + i] = map(b[i]);
  return column;
};
const through = (numbers) => (i) => (i < 0 ? i : numbers[i]);

function joinFrames(a, b, strings) {
  const columns = ["class", "method", "descriptor", "package", "module"], other = Object.fromEntries(columns.map((name) => [name, b[name].map(through(strings))]));
  const key = (of, i, line, type) => `${columns.map((name) => of[name][i]).join()},${line[i]},${type[i]}`, numbers = new Map(), fresh = [];
  for (let i = 0; i < a.n; i++) numbers.set(key(a, i, a.line, a.type), i);
  const of = Int32Array.from({ length: b.n }, (_, i) => {
    const name = key(other, i, b.line, b.type);
    if (!numbers.has(name)) numbers.set(name, a.n + fresh.push(i) - 1);
    return numbers.get(name);
  });
  const add = (x, y) => joined(x, x.constructor.from(fresh, (i) => y[i]));
  return [{ n: a.n + fresh.length, line: add(a.line, b.line), type: add(a.type, b.type),
    ...Object.fromEntries(columns.map((name) => [name, add(a[name], other[name])])) }, of];
}

function joinNodes(a, b, frames) {
  const { tree, child } = childTable(a.nodes.n + b.nodes.n), places = [];
  for (const [{ nodes }, map] of [[a, (i) => i], [b, through(frames)]]) {
    const place = new Int32Array(nodes.n);
    for (let node = 1; node < nodes.n; node++) place[node] = child(place[nodes.parent[node]], map(nodes.frame[node]));
    places.push(place);
  }
  const { sorted, renumbered } = depthFirst({ n: tree.n, parent: tree.parent, group: tree.group.subarray(0, tree.n) });
  return { nodes: { n: sorted.n, parent: sorted.parent, frame: sorted.group },
    stackNode: joined(a.stackNode.map((node) => renumbered[places[0][node]]), b.stackNode, (node) => renumbered[places[1][node]]) };
}

// Rows of both, those without a time first.
function joinSet(a, b, later, maps) {
  if (!a || !b) {
    const one = a ?? b, timed = a ? (ms) => ms : later;
    return { ...one, time: one.time.map((ms, i) => (i < one.untimed ? ms : timed(ms))), ...(a ? {} : { stack: one.stack.map(maps.stack), thread: one.thread.map(maps.thread), state: one.state.map(maps.state) }) };
  }
  const order = (x, y) => joined(joined(x.subarray(0, a.untimed), y.subarray(0, b.untimed)), joined(x.subarray(a.untimed), y.subarray(b.untimed)));
  const column = (name, map) => order(a[name], map ? b[name].map(map) : b[name]);
  return { about: { ...a.about, samples: a.about.samples + b.about.samples, unit: a.value && b.value ? a.about.unit : null }, n: a.n + b.n, untimed: a.untimed + b.untimed,
    time: column("time", later), stack: column("stack", maps.stack), thread: column("thread", maps.thread), state: column("state", maps.state),
    count: column("count"), value: a.value && b.value ? column("value") : null };
}

function joinData(a, b) {
  const end = Math.ceil(timeSpan(a).end), begin = Math.ceil(end + Math.max(1, Math.max(a.meta.duration_ms, b.meta.duration_ms) / 50)), later = (ms) => ms + begin;
  const [strings, text] = union(a.strings, b.strings), [threads, thread] = union(a.threads, b.threads, ({ name, group, virtual }) => `${name}\n${group}\n${virtual}`);
  const [states, state] = union(a.states, b.states), [frames, frame] = joinFrames(a.frames, b.frames, text), { nodes, stackNode } = joinNodes(a, b, frame);
  const shades = new Uint8Array(strings.length);
  shades.set(a.shades);
  text.forEach((to, from) => (shades[to] = b.shades[from]));
  const maps = { stack: (i) => (i < 0 ? i : i + a.stackNode.length), thread: through(thread), state: through(state) };
  const rows = (x, y, given = {}) => Object.fromEntries(Object.entries(x).map(([name, column]) => [name, name === "n" ? x.n + y.n
    : Array.isArray(column) ? [...column, ...y[name]] : ArrayBuffer.isView(column) ? joined(column, y[name], name === "time" ? later : given[name]) : column]));
  const kinds = [...new Set([...a.sets, ...b.sets].map(({ about }) => about.kind))], of = (data, kind) => data.sets.find(({ about }) => about.kind === kind);
  const names = [...new Set([...b.tabs, ...a.tabs].map(({ name }) => name))], tab = (data, name) => data.tabs.find((one) => one.name === name)?.markup ?? new Uint8Array(0);
  const span = { start: 0, end: begin + Math.ceil(timeSpan(b).end) };
  return {
    strings, shades, frames, nodes, stackNode, threads, states, values: readValues({ nodes, stackNode }, frames, strings, b.meta.split),
    loads: rows(a.loads, b.loads), pauses: rows(a.pauses, b.pauses), throttles: rows(a.throttles, b.throttles), heap: rows(a.heap, b.heap),
    series: a.series.map((one, i) => rows(one, b.series[i])),
    markers: rows(a.markers, b.markers, { thread: maps.thread, holder: maps.thread, text: through(text) }),
    tabs: names.map((name) => ({ name, markup: tab(b, name), before: name === CHANGES_TAB ? null : tab(a, name) })),
    sets: kinds.map((kind) => joinSet(of(a, kind), of(b, kind), later, maps)),
    meta: { ...b.meta, analyses: b.meta.analyses.map((finding) => (finding.window ? { ...finding, window: finding.window.map(later) } : finding)), title: `${a.meta.title} → ${b.meta.title}`, start_ms: a.meta.start_ms, duration_ms: span.end, markers_left_out: a.meta.markers_left_out + b.meta.markers_left_out,
      facts: [...a.meta.facts.map(([name, value]) => [`${name} (before)`, value]), ...b.meta.facts.map(([name, value]) => [`${name} (after)`, value])], notes: [...a.meta.notes, ...b.meta.notes],
      sides: [{ title: a.meta.title, from: 0, to: end, start_ms: a.meta.start_ms }, { title: b.meta.title, from: begin, to: span.end, start_ms: b.meta.start_ms }] },
  };
}
