// What is different in a window of time from another one, or from the rest: by methods, and by what else happened.
// The sums are pure functions; rows are those of jfrtool diff --window.

const LEAST_TESTED = 6, ALPHA = 0.05; // samples of a row on both sides; significant below it

// Which side a time is of: 1 in the window, 0 in the base (null: all that is not in the window), -1 neither.
const sideOf = (ms, window, base) => (ms >= window.from && ms < window.to ? 1 : !base || (ms >= base.from && ms < base.to) ? 0 : -1);

// Self and total of each group on both sides: [{ group, count: [2], share: [2], p, adjusted, tested }], sorted: what is
// significant first, the largest change first. amount: of a set's rows, "count" or "value".
function differences(data, grouping, set, measure, window, base) {
  const amount = set[measure] ?? set.count, n = grouping.groups.length, { nodes, stackNode } = data;
  const sums = (size) => [0, 1].map(() => ({ x: new Float64Array(size), xx: new Float64Array(size), xn: new Float64Array(size), taken: new Float64Array(size) }));
  const found = { self: sums(n), total: sums(n) }, all = [0, 1].map(() => ({ samples: 0, n: 0, nn: 0, count: 0 }));
  const here = { self: new Float64Array(n), total: new Float64Array(n) }, inCell = { self: [], total: [] }, seen = new Int32Array(n).fill(-1);
  const add = (of, side, group, weight, taken) => {
    if (here[of][group] === 0) inCell[of].push(group);
    here[of][group] += weight;
    found[of][side].taken[group] += taken;
  };
  // A thread's second, which says less than its samples would if they were independent.
  const addCell = (side, rows) => {
    let weight = 0;
    for (const i of rows) {
      weight += amount[i];
      all[side].samples += set.count[i];
      const leaf = set.stack[i] >= 0 ? stackNode[set.stack[i]] : 0;
      if (leaf > 0) add("self", side, grouping.of[nodes.frame[leaf]], amount[i], set.count[i]);
      for (let node = leaf; node > 0; node = nodes.parent[node]) {
        const group = grouping.of[nodes.frame[node]];
        if (seen[group] === i) continue;
        seen[group] = i;
        add("total", side, group, amount[i], set.count[i]);
      }
    }
    all[side].n += weight;
    all[side].nn += weight * weight;
    all[side].count += weight > 0 ? 1 : 0;
    for (const of of ["self", "total"]) {
      const side_ = found[of][side];
      for (const group of inCell[of]) {
        const x = here[of][group];
        side_.x[group] += x;
        side_.xx[group] += x * x;
        side_.xn[group] += x * weight;
        here[of][group] = 0;
      }
      inCell[of].length = 0;
    }
  };
  for (let i = set.untimed, second, cells; i <= set.n; i++) {
    const now = i < set.n ? Math.floor((data.meta.start_ms + set.time[i]) / 1000) : NaN;
    if (now !== second) {
      for (const [key, rows] of cells ?? []) addCell(key % 2, rows);
      cells = new Map();
      second = now;
    }
    const side = i < set.n ? sideOf(set.time[i], window, base) : -1;
    if (side < 0) continue;
    const key = (set.thread[i] + 1) * 2 + side;
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(i);
  }
  const rowsOf = (of) => {
    const rows = [];
    for (let group = 0; group < n; group++) {
      const hits = [0, 1].map((side) => ({ x: found[of][side].x[group], xx: found[of][side].xx[group], xn: found[of][side].xn[group] }));
      if ((!hits[0].x && !hits[1].x) || grouping.groups[group].thread) continue;
      const taken = found[of][0].taken[group] + found[of][1].taken[group];
      const tested = taken >= LEAST_TESTED && all[0].samples > 0 && all[1].samples > 0;
      rows.push({ group, count: hits.map(({ x }) => x), share: hits.map(({ x }, side) => (all[side].n ? x / all[side].n : 0)),
        tested, p: tested ? compareShares(all, hits) : 1, adjusted: 1 });
    }
    const judged = rows.filter(({ tested }) => tested), adjusted = adjustForMany(judged.map(({ p }) => p));
    judged.forEach((row, i) => (row.adjusted = adjusted[i]));
    const change = ({ share }) => Math.abs(share[1] - share[0]);
    return rows.sort((a, b) => (b.adjusted < ALPHA) - (a.adjusted < ALPHA) || change(b) - change(a) || a.group - b.group);
  };
  return { all, self: rowsOf("self"), total: rowsOf("total") };
}

// What else: of each lane the mean on both sides, by its seconds. [{ name, mean: [2], p, adjusted, text }]
function differentLanes(data, lanesOf, span, window, base) {
  const start = Math.floor(span.start / 1000) * 1000, axis = { start, step: 1000, steps: Math.ceil((span.end - start) / 1000) };
  const whole = (step) => { // seconds that are of one side
    const from = start + step * 1000, first = sideOf(Math.max(from, span.start), window, base);
    return first >= 0 && first === sideOf(Math.min(from + 999, span.end - 1), window, base) ? first : -1;
  };
  const sides = Int8Array.from({ length: axis.steps }, (_, step) => whole(step));
  const rows = lanesOf(axis).map((lane) => {
    const values = [0, 1].map((side) => lane.values.filter((value, step) => sides[step] === side && !Number.isNaN(value)));
    const mean = values.map((list) => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : NaN));
    return { name: lane.name, text: lane.text, mean, p: rankTest(values[0], values[1]) };
  }).filter(({ mean }) => !mean.some(Number.isNaN));
  adjustForMany(rows.map(({ p }) => p)).forEach((adjusted, i) => (rows[i].adjusted = adjusted));
  return rows.sort((a, b) => a.adjusted - b.adjusted);
}

// Shares and rates that every page has, besides the lanes of lanes.js.
function comparedLanes(data, axis) {
  const { pauses, throttles, loads } = data, part = (n) => `${(100 * n).toFixed(1)} %`;
  const lanes = [
    ["time in GC pauses", sharesOf(axis, pauses.n, (i) => pauses.time[i], (i) => pauses.ms[i], () => 1), part, pauses.n],
    ["throttled CPU periods", sharesOf(axis, throttles.n, (i) => throttles.time[i] - throttles.ms[i], (i) => throttles.ms[i], (i) => throttles.share[i]), part, throttles.n],
    ["CPU of the JVM", heldValues({ n: loads.n, time: loads.time, value: loads.user.map((user, i) => user + loads.system[i]) }, axis), part, loads.n],
    ["CPU of the machine", heldValues({ n: loads.n, time: loads.time, value: loads.machine }, axis), part, loads.n],
    ["heap in use", heldValues({ n: data.heap.n, time: data.heap.time, value: data.heap.used }, axis), bytesText, data.heap.n],
    ...data.sets.filter(({ about }) => about.kind !== "exception").map((set) => [`samples: ${kindWord(set.about)}`, ratePerSecond(set, set.count, axis), (n) => `${Number(n.toPrecision(3))}/s`, set.n]),
  ];
  return [...lanes.filter(([, , , n]) => n).map(([name, values, text]) => ({ name, values, text })),
    ...makeLanes(data, axis).map(({ full, values, brief }) => ({ name: full, values, text: brief }))];
}

// ---- The tab ----------------------------------------------------------------------------------

const DIFFERENT_TAB = "Differences", DIFFERENT_ROWS = 40;

function makeDifferences(data, store) {
  const span = timeSpan(data), said = (window) => windowText(data.meta, window);
  const line = h("p", {}), body = h("div", { class: "different" });
  const take = buttonOf("Compare with this window", "It becomes the base; then choose the other one over time", () =>
    store.change({ base: store.state.window, window: null }));
  const rest = buttonOf("Compare with the rest", "The base is all that is not in the window", () => store.change({ base: null }));
  const section = h("section", { class: "card", "aria-label": "What is different" },
    h("div", { class: "bar" }, h("h2", {}, "What is different"), line, h("span", { class: "grow" }), take, rest), body);
  const head = (...names) => h("thead", {}, h("tr", {}, ...names.map((name, i) => h("th", { scope: "col", class: i && i < names.length ? "number" : "" }, name))));
  const chance = ({ adjusted, tested = true }) => !tested ? "too few" : adjusted >= ALPHA ? "may be chance" : adjusted < 0.001 ? "p < 0.001" : `p = ${adjusted.toFixed(3)}`;
  const times = ([before, now]) => (before > 0 && now > 0 ? `${significant(now / before)}×` : now > 0 ? "new" : before > 0 ? "gone" : "");
  const rowClass = ({ adjusted, share, mean }) => (adjusted >= ALPHA ? "dim" : (share ?? mean)[1] > (share ?? mean)[0] ? "grew" : "shrank");

  function methods(title, rows, grouping, room) {
    const percentage = (share) => `${(100 * share).toFixed(2)} %`;
    return h("div", { class: "part" }, h("h3", {}, title), h("table", { class: "changes", "aria-label": title }, head("method", "base", "window", "change", "ratio", "chance"),
      h("tbody", {}, ...rows.slice(0, DIFFERENT_ROWS).map((row) => h("tr", { class: rowClass(row) },
        h("td", {}, h("button", { type: "button", class: "link", onclick: () => store.change({ selected: grouping.groups[row.group].key, tab: PROFILE_TAB }) },
          nameElement(grouping.groups[row.group], false, room))),
        h("td", { class: "number" }, percentage(row.share[0])), h("td", { class: "number" }, percentage(row.share[1])),
        h("td", { class: "number" }, `${row.share[1] >= row.share[0] ? "+" : "−"}${(100 * Math.abs(row.share[1] - row.share[0])).toFixed(2)}`),
        h("td", { class: "number" }, times(row.share)), h("td", { class: "number" }, chance(row)))))));
  }
  function draw(state, derived) {
    if (section.closest("[hidden]") || !section.isConnected) return;
    take.disabled = !state.window;
    rest.hidden = !state.base;
    if (!state.window) {
      line.textContent = "";
      body.replaceChildren(h("p", { class: "empty" }, state.base ? `The base is ${said(state.base)}. Drag over the time above to choose the window that is compared with it.`
        : "Drag over the time above to choose a window: what is different in it from the rest is shown here. With Alt, dragging chooses the base instead of the rest."));
      return;
    }
    const { window, base } = state, set = setOf(data, state);
    line.textContent = `in ${said(window)} from ${base ? said(base) : "the rest"}`;
    const found = differences(data, derived.grouping, set, state.measure, window, base), { phrase } = wordsOf(data, state);
    const lanes = differentLanes(data, (axis) => comparedLanes(data, axis), span, window, base), room = Math.max(200, section.clientWidth / 2 - 420);
    const table = h("div", { class: "part" }, h("h3", {}, "What else happened"), lanes.length ? h("table", { class: "changes", "aria-label": "What else happened" }, head("each second", "base", "window", "ratio", "chance"),
      h("tbody", {}, ...lanes.map((row) => h("tr", { class: rowClass(row) }, h("td", {}, row.name), h("td", { class: "number" }, row.text(row.mean[0])),
        h("td", { class: "number" }, row.text(row.mean[1])), h("td", { class: "number" }, times(row.mean)), h("td", { class: "number" }, chance(row))))))
      : h("p", { class: "empty" }, "The window has no whole second to compare."));
    body.replaceChildren(table,
      methods(`${kindWord(set.about)}: on top of the stack`, found.self, derived.grouping, room),
      methods(`${kindWord(set.about)}: anywhere on the stack`, found.total, derived.grouping, room),
      h("p", { class: "dim" }, `Shares of ${phrase(found.all[1].n)} in the window and of ${phrase(found.all[0].n)} in the base. Samples that follow each other in a thread ` +
        "are alike, which is allowed for, and so is that many rows were looked at. jfrtool diff --window computes the same."));
  }
  const soon = onNextFrame(() => draw(store.state, store.derived));
  whenShown(store, section, (state, derived, changed) => ["window", "base", "kind", "measure", "by", "tab"].some((field) => changed.has(field)) && soon());
  return section;
}
