// Lanes of time: what else happened, in steps of the axis. Pure functions over columns.
//
//   lane: { name, full, color, most, values (one a step), text(value) and brief(value) -> words, line: whether as a line }

const MONITOR_ENTER = "monitor enter";

// Sums of a set's values in each step, by the second.
function ratePerSecond(set, amount, axis) {
  const sums = new Float64Array(axis.steps);
  for (let i = set.untimed; i < set.n; i++) {
    const step = Math.floor((set.time[i] - axis.start) / axis.step);
    if (step >= 0 && step < axis.steps) sums[step] += amount[i];
  }
  return sums.map((sum) => (sum * 1000) / axis.step);
}

// How much a count grew in each step, by the second: each growth is spread over the time that it took. A count that
// falls begins anew: another JVM's.
function growthPerSecond(series, axis) {
  const sums = new Float64Array(axis.steps);
  for (let i = 1; i < series.n; i++) {
    const grown = series.value[i] - series.value[i - 1], from = series.time[i - 1], ms = series.time[i] - from;
    if (grown <= 0 || ms <= 0) continue;
    const first = (from - axis.start) / axis.step, last = (series.time[i] - axis.start) / axis.step;
    for (let step = Math.max(0, Math.floor(first)); step < Math.min(axis.steps, last); step++)
      sums[step] += (grown * (Math.min(step + 1, last) - Math.max(step, first)) * axis.step) / ms;
  }
  return sums.map((sum) => (sum * 1000) / axis.step);
}

// The last value that was measured before the end of each step; NaN before the first.
function heldValues(series, axis) {
  const values = new Float64Array(axis.steps).fill(NaN);
  for (let step = 0, at = 0, last = NaN; step < axis.steps; step++) {
    for (const end = axis.start + (step + 1) * axis.step; at < series.n && series.time[at] < end; at++) last = series.value[at];
    values[step] = last;
  }
  return values;
}

// Threads that are in such an event at once, on average, in each step.
function threadsInside(markers, types, axis) {
  const sums = new Float64Array(axis.steps);
  for (let i = 0; i < markers.n; i++) {
    if (!types[markers.type[i]]) continue;
    const from = (markers.time[i] - axis.start) / axis.step, to = from + markers.ms[i] / axis.step;
    for (let step = Math.max(0, Math.floor(from)); step < Math.min(axis.steps, to); step++)
      sums[step] += Math.min(step + 1, to) - Math.max(step, from);
  }
  return sums;
}

const mostOfLane = (values) => values.reduce((most, value) => (value > most ? value : most), 0);

function makeLanes(data, axis) {
  const setOfKind = (kind) => data.sets.find((set) => set.about?.kind === kind);
  const seriesOf = (name) => (data.series ?? []).find((series) => series.name === name && series.n > 0);
  const lanes = [], add = (lane) => {
    lane.most = mostOfLane(lane.values);
    if (lane.most > 0) lanes.push(lane);
  };
  const rate = (n) => (n >= 100 ? count(Math.round(n)) : String(Number(n.toPrecision(3))));
  const alloc = setOfKind("alloc"), thrown = setOfKind("exception"), counted = seriesOf("exceptions");
  if (alloc?.value && alloc.about.unit === "bytes")
    add({ name: "alloc/s", full: "allocation", color: "alloc", values: ratePerSecond(alloc, alloc.value, axis),
      text: (n) => `allocation ${bytesText(n)}/s`, brief: (n) => `${bytesText(n)}/s` });
  if (counted?.n > 1 || thrown)
    add({ name: "throws/s", full: "exceptions", color: "throw", text: (n) => `${rate(n)} exceptions/s`, brief: (n) => `${rate(n)}/s`,
      values: counted?.n > 1 ? growthPerSecond(counted, axis) : ratePerSecond(thrown, thrown.count, axis) });
  const inMonitor = (data.meta.markers ?? []).map((type) => type === MONITOR_ENTER);
  if (data.markers?.n)
    add({ name: "locks", full: "threads waiting for monitors", color: "lock", values: threadsInside(data.markers, inMonitor, axis),
      text: (n) => `${rate(n)} thread${n === 1 ? "" : "s"} waiting for monitors`, brief: rate });
  const threads = seriesOf("threads");
  if (threads) add({ name: "threads", full: "threads", color: "machine", line: true, values: heldValues(threads, axis),
    text: (n) => `${count(n)} threads`, brief: rate });
  return lanes;
}
