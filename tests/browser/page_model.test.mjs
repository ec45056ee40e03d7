// What the page computes, without a browser: against sums made here stack by stack, and pages of real
// recordings against what the commands print for the same selection.
//
//   node page_model.test.mjs        JFRTOOL=../../build/jfrtool

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { finish, parts, readPage, root, shown, tableRows, test } from "./page_parts.mjs";

const tool = resolve(process.env.JFRTOOL ?? join(root, "build/jfrtool"));
const directory = mkdtempSync(join(tmpdir(), "page-"));
const run = (...args) => execFileSync(tool, [...args, "--quiet"], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

// ---- Stacks made here ------------------------------------------------------------------------

let seed = 11;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;

// Samples { stack: ["root", ..., "leaf"] or [], time, thread, state, count, value }, from a fixed seed.
const made = Array.from({ length: 500 }, (_, i) => ({
  stack: random(20) === 0 ? [] : Array.from({ length: 1 + random(7) }, () => `a.b.C${random(2)}.m${random(3)}:${random(3)}/${1 + random(3)}`),
  time: i * 7 + random(5), thread: random(5), state: random(3), count: 1 + random(3), value: random(1000),
}));

function dataOf(list) {
  const strings = [""], id = (text) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1);
  const frameNames = [...new Set(list.flatMap((sample) => sample.stack))].sort();
  const fields = frameNames.map((name) => name.match(/^(.*)\.(.*)\.(\w+):(\d+)\/(\d+)$/));
  const column = (value) => Int32Array.from(fields, value);
  const frames = {
    n: fields.length, class: column(([, p, c]) => id(`${p}.${c}`)), method: column(([, , , m]) => id(m)),
    descriptor: column(() => id("(I)V")), package: column(([, p]) => id(p)), module: column(() => 0),
    line: column(([, , , , line]) => Number(line)), type: Uint8Array.from(fields, ([, , , , , type]) => Number(type)),
  };
  const stacks = [...new Set(list.map((sample) => JSON.stringify(sample.stack.map((name) => frameNames.indexOf(name)))))]
    .map((text) => JSON.parse(text)).filter((stack) => stack.length).sort((a, b) => {
      for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
      return a.length - b.length;
    });
  const parent = [-1], frame = [-1], ends = [], seen = new Map();
  for (const stack of stacks) {
    let at = 0;
    for (const f of stack) {
      const key = `${at},${f}`;
      if (!seen.has(key)) {
        seen.set(key, parent.length);
        parent.push(at);
        frame.push(f);
      }
      at = seen.get(key);
    }
    ends.push(at);
  }
  const keys = stacks.map((stack) => JSON.stringify(stack));
  const sorted = [...list].sort((a, b) => a.time - b.time), numbers = (value) => Float64Array.from(sorted, value);
  return {
    meta: { unit: "ns" }, strings, frames, nodes: { n: parent.length, parent: Int32Array.from(parent), frame: Int32Array.from(frame) },
    stackNode: Int32Array.from(ends), values: { names: [], of: Int32Array.from(ends, () => -1) }, threads: Array.from({ length: 5 }, (_, i) => ({ name: `t${i}` })), states: ["A", "B", "C"],
    sets: [{
      n: list.length, untimed: 0, time: numbers((s) => s.time), count: numbers((s) => s.count), value: numbers((s) => s.value),
      stack: Int32Array.from(sorted, (s) => keys.indexOf(JSON.stringify(s.stack.map((name) => frameNames.indexOf(name))))),
      thread: Int32Array.from(sorted, (s) => s.thread), state: Int32Array.from(sorted, (s) => s.state),
    }],
  };
}
const data = dataOf(made);

const groupOf = { method: (f) => f.replace(/:.*/, ""), line: (f) => f.replace(/\/.*/, ""), class: (f) => f.replace(/\.\w+:.*/, ""),
  package: (f) => f.replace(/\.\w+\.\w+:.*/, "") };
function expected(filter, by, measure = "count") {
  const rows = new Map();
  const row = (name) => rows.get(name) ?? rows.set(name, { name, self: 0, total: 0 }).get(name);
  for (const sample of made.filter(filter)) {
    const names = sample.stack.map(groupOf[by]);
    for (const name of new Set(names)) row(name).total += sample[measure];
    if (names.length) row(names.at(-1)).self += sample[measure];
  }
  return [...rows.values()].filter((r) => r.total).sort((a, b) => b.self - a.self || b.total - a.total || (a.name < b.name ? -1 : 1));
}
const everything = () => true;
const sum = (list, measure = "count") => list.reduce((n, sample) => n + sample[measure], 0);

for (const by of ["method", "line", "class", "package"])
  await test(`self and total by ${by} count each sample once, recursion or not`, () =>
    assert.deepEqual(tableRows(data, { by }), expected(everything, by)));

await test("values are summed like samples", () =>
  assert.deepEqual(tableRows(data, { measure: "value" }), expected(everything, "method", "value")));

await test("a window, threads and states restrict together; the window's end is not in it", () => {
  const changes = { window: { from: 700, to: 2100 }, threads: new Set([1, 3]), states: new Set([0, 2]) };
  const filter = (s) => s.time >= 700 && s.time < 2100 && [1, 3].includes(s.thread) && s.state !== 1;
  assert.deepEqual(tableRows(data, changes), expected(filter, "method"));
  const { weighed } = shown(data, changes).derived;
  assert.equal(weighed.all, sum(made.filter(filter)));
  assert.equal(weighed.withoutStack, sum(made.filter((s) => filter(s) && !s.stack.length)));
});

await test("threads are counted whatever threads are chosen, states likewise", () => {
  const { weighed } = shown(data, { threads: new Set([1]), states: new Set([2]) }).derived;
  assert.deepEqual([...weighed.threads], [0, 1, 2, 3, 4].map((t) => sum(made.filter((s) => s.thread === t && s.state === 2))));
  assert.deepEqual([...weighed.states], [0, 1, 2].map((state) => sum(made.filter((s) => s.state === state && s.thread === 1))));
});

const pathsOf = (reverse) => {
  const paths = new Map();
  for (const { stack, count } of made) {
    const names = stack.map(groupOf.method);
    if (reverse) names.reverse();
    for (let i = 1; i <= names.length; i++) {
      const path = names.slice(0, i).join(" ");
      paths.set(path, (paths.get(path) ?? 0) + count);
    }
  }
  return paths;
};
for (const reverse of [false, true])
  await test(`the tree ${reverse ? "from the leaves" : "from the roots"} has each path with its samples`, () => {
    const { derived } = shown(data, { reverse }), tree = derived.flame(), { total } = derived.weighedFlame(), got = new Map();
    const path = (node) => (node === 0 ? [] : [...path(tree.parent[node]), derived.grouping.groups[tree.group[node]].name]);
    for (let node = 1; node < tree.n; node++) got.set(path(node).join(" "), total[node]);
    assert.deepEqual([...got].sort(), [...pathsOf(reverse)].sort());
  });

await test("a subtree is a range, and siblings are in the order of their names", () => {
  const { derived } = shown(data), tree = derived.flame();
  for (let node = 1; node < tree.n; node++) {
    assert.ok(tree.parent[node] < node && node < tree.end[tree.parent[node]] && tree.end[node] <= tree.end[tree.parent[node]]);
    const next = tree.end[node];
    if (next < tree.n && tree.parent[next] === tree.parent[node]) assert.ok(tree.group[node] < tree.group[next]);
  }
});

for (const reverse of [false, true])
  await test(`a node has the type that most of its samples have${reverse ? ", reversed too" : ""}`, () => {
    const { derived } = shown(data, { reverse }), tree = derived.flame(), types = derived.flameTypes(), sums = new Map();
    for (const { stack, count } of made) {
      const frames = reverse ? [...stack].reverse() : stack;
      frames.forEach((frame, i) => {
        const path = frames.slice(0, i + 1).map(groupOf.method).join(" ");
        if (!sums.has(path)) sums.set(path, new Array(10).fill(0));
        sums.get(path)[Number(frame.split("/")[1])] += count;
      });
    }
    const path = (node) => (node === 0 ? [] : [...path(tree.parent[node]), derived.grouping.groups[tree.group[node]].name]);
    for (let node = 1; node < tree.n; node++) {
      const all = sums.get(path(node).join(" "));
      assert.equal(all[types[node]], Math.max(...all), path(node).join(" "));
    }
  });

const selectedMethod = "a.b.C0.m1";
const numberOf = (derived, name) => derived.grouping.groups.findIndex((group) => group.name === name);

await test("callees go on from where the method is first on the stack, each sample once", () => {
  const { derived } = shown(data), tree = derived.tree(), weighed = derived.weighedTree();
  const root = parts.relativesRoot(tree, weighed, numberOf(derived, selectedMethod), false), wanted = new Map();
  let all = 0, self = 0;
  for (const { stack, count } of made) {
    const names = stack.map(groupOf.method), at = names.indexOf(selectedMethod);
    if (at < 0) continue;
    all += count;
    if (names.at(-1) === selectedMethod) self += count;
    if (at + 1 < names.length) wanted.set(names[at + 1], (wanted.get(names[at + 1]) ?? 0) + count);
  }
  assert.equal(root.weight, all);
  assert.equal(root.self, self);
  const got = parts.calleesOf(tree, weighed, root).map((r) => [derived.grouping.groups[r.group].name, r.weight]);
  assert.deepEqual(got.sort(), [...wanted].sort());
});

for (const onTop of [false, true])
  await test(`callers of samples with the method ${onTop ? "on top" : "on the stack"}, two levels`, () => {
    const { derived } = shown(data), tree = derived.tree();
    const root = parts.relativesRoot(tree, derived.weighedTree(), numberOf(derived, selectedMethod), onTop), wanted = new Map();
    for (const { stack, count } of made) {
      const names = stack.map(groupOf.method), at = onTop ? names.length - 1 : names.indexOf(selectedMethod);
      if (at < 0 || names[at] !== selectedMethod) continue;
      for (let i = 1; i <= 2 && at - i >= 0; i++) {
        const path = names.slice(at - i, at).reverse().join(" ");
        wanted.set(path, (wanted.get(path) ?? 0) + count);
      }
    }
    const got = [], nameOf = (r) => derived.grouping.groups[r.group].name;
    for (const one of parts.callersOf(tree, root)) {
      got.push([nameOf(one), one.weight]);
      for (const two of parts.callersOf(tree, one)) got.push([`${nameOf(one)} ${nameOf(two)}`, two.weight]);
    }
    assert.deepEqual(got.sort(), [...wanted].sort());
  });

await test("only with a method, none with others: samples are those whose stack says so", () => {
  const key = (name) => `${name}(int)`, has = (s, name) => s.stack.some((f) => groupOf.method(f) === name);
  const left = (changes) => shown(data, changes).derived.weighed.all;
  assert.equal(left({ focus: key("a.b.C0.m1") }), sum(made.filter((s) => has(s, "a.b.C0.m1"))));
  assert.equal(left({ without: `${key("a.b.C0.m1")}\n${key("a.b.C1.m0")}` }), sum(made.filter((s) => !has(s, "a.b.C0.m1") && !has(s, "a.b.C1.m0"))));
  assert.equal(left({ focus: key("a.b.C0.m1"), without: key("a.b.C1.m0"), by: "class" }),
    sum(made.filter((s) => has(s, "a.b.C0.m1") && !has(s, "a.b.C1.m0"))));
  assert.equal(left({ focus: "no.such(int)" }), sum(made));
});

for (const reverse of [false, true])
  await test(`folded, no path has a method twice, and no sample is lost${reverse ? ", reversed too" : ""}`, () => {
    const { derived } = shown(data, { reverse, fold: true }), tree = derived.flame(), { self, total } = derived.weighedFlame();
    const wanted = new Map();
    for (const { stack, count } of made) {
      const names = stack.map(groupOf.method), path = [];
      for (const name of reverse ? names.reverse() : names)
        path.includes(name) ? path.splice(path.indexOf(name) + 1) : path.push(name);
      if (path.length) wanted.set(path.join(" "), (wanted.get(path.join(" ")) ?? 0) + count);
    }
    const path = (node) => (node === 0 ? [] : [...path(tree.parent[node]), derived.grouping.groups[tree.group[node]].name]), got = new Map();
    for (let node = 1; node < tree.n; node++) if (self[node]) got.set(path(node).join(" "), self[node]);
    assert.deepEqual([...got].sort(), [...wanted].sort());
    assert.equal(total[0], sum(made.filter((s) => s.stack.length)));
    assert.ok(derived.flameTypes().every((type, node) => node === 0 || (type >= 1 && type <= 3)));
  });

await test("siblings are by name or widest first, and stand side by side", () => {
  const { derived } = shown(data), tree = derived.flame(), weighed = derived.weighedFlame();
  for (const bySize of [false, true]) {
    const layout = parts.layOut(tree, weighed, 0, 0, bySize), place = new Map(layout.nodes.map((node, i) => [node, layout.left[i]]));
    const first = layout.rows[1].map((i) => layout.nodes[i]);
    const order = [...first].sort((a, b) => (bySize ? weighed.total[b] - weighed.total[a] : 0) || tree.group[a] - tree.group[b]);
    assert.deepEqual(first, order);
    first.reduce((x, node) => {
      assert.equal(place.get(node), x);
      return x + weighed.total[node];
    }, 0);
  }
});

await test("a method's lines are told by their part of its own samples", () => {
  const { derived } = shown(data), group = numberOf(derived, selectedMethod), wanted = new Map();
  for (const { stack, count } of made) {
    const [, line] = stack.at(-1)?.startsWith(`${selectedMethod}:`) ? stack.at(-1).match(/:(\d+)/) : [];
    if (line) wanted.set(Number(line), (wanted.get(Number(line)) ?? 0) + count);
  }
  const own = [...wanted.values()].reduce((a, b) => a + b);
  assert.deepEqual(derived.lines(group), [...wanted].map(([line, n]) => [line, n / own]).sort((a, b) => b[1] - a[1]));
  assert.match(parts.linesText(derived.lines(group), 2), /^\d+ % in line \d, \d+ % in line \d and 1 more$/);
});

await test("rows are saved as hot-methods writes them", async () => {
  const { derived } = shown(data), [row] = parts.sortedRows(derived.grouping, derived.groups, "self", null);
  const [head, first] = (await parts.csvOf(derived, [row], "method").text()).split("\r\n");
  assert.equal(head, "self,self_percent,total,total_percent,method");
  assert.equal(first.split(",")[0], String(derived.groups.self[row]));
  assert.ok(first.endsWith(`${derived.grouping.groups[row].name}(int)`), first);
});

await test("a lane is as high as the share of time, whatever lies over each other", () => {
  const axis = { start: 0, step: 100, steps: 3 }, rows = [[50, 100], [120, 30], [190, 500]];
  const shares = parts.sharesOf(axis, rows.length, (i) => rows[i][0], (i) => rows[i][1], () => 1);
  assert.deepEqual([...shares].map((share) => share.toFixed(2)), ["0.50", "0.90", "1.00"]);
  assert.deepEqual([...parts.sharesOf(axis, 1, () => 0, () => 300, () => 0.25)], [0.25, 0.25, 0.25]);
});

// ---- Times -----------------------------------------------------------------------------------

const meta = { start_ms: Date.parse("2026-11-22T23:59:50.250Z"), duration_ms: 60000 }, span = { start: 0, end: 60000 };

await test("points of time are what --from and --to take", () => {
  const at = (text, zone = 0) => parts.parseTime(text, { ...meta, zone_minutes: zone }, 0, false);
  for (const [text, ms] of [["10", 10000], ["10s", 10000], ["500ms", 500], ["1m30s", 90000], ["-5s", 55000], ["23:59:59", 8750],
    ["23:59:55.5", 5250], ["2026-11-23T00:00:10Z", 19750], ["2026-11-23 00:00:10", 19750], ["2026-11-23T02:00:10+02:00", 19750], ["2026-11-23", 9750]])
    assert.equal(at(text), ms, text);
  assert.equal(parts.parseTime("00:00", { ...meta, duration_ms: 3 * 86400000 }, 0), 9750);
  assert.equal(parts.parseTime("00:59:59", { ...meta, zone_minutes: 60 }, 0), 8750);
  assert.equal(at("2026-11-23T01:00:10", 60), 19750);
  for (const text of ["abc", "25:00", "10:60", "2026-02-31", "10x"]) assert.ok(Number.isNaN(at(text)), text);
});

await test("a window that cannot be taken says why", () => {
  const window = (from, to) => parts.windowOfText(from, to, meta, span);
  assert.deepEqual(window("23:59:55", "2026-11-23T00:00:20"), { window: { from: 4750, to: 29750 } });
  assert.deepEqual(window("23:59", ""), { window: { from: -50250, to: 60000 } });
  assert.match(window("abc", "").error, /^"abc" is no point of time; write 10s/);
  assert.match(window("20s", "10s").error, /ends \(10 s\) before it begins \(20 s\)/);
  assert.match(window("2020-01-01", "2020-01-02").error, /goes from 2026-11-22 23:59:50 UTC to 2026-11-23 00:00:50 UTC/);
});

await test("times are shown so that they can be typed again", () => {
  for (const [ms, text] of [[0, "0 s"], [12340, "12.34 s"], [100000, "1m40s"], [125500, "2m05.5s"], [3723000, "1h02m03s"]]) {
    assert.equal(parts.offsetText(ms), text);
    assert.equal(parts.parseTime(text, meta, 0, false), ms);
  }
  assert.equal(parts.clockText(meta, 9750), "00:00:00");
  assert.equal(parts.clockText(meta, 0), "23:59:50.25");
  assert.equal(parts.clockText({ ...meta, zone_minutes: -210 }, 9750), "20:30:00");
  assert.equal(parts.dateText({ ...meta, zone_minutes: 120 }, 0), "2026-11-23 01:59:50 UTC+02:00");
});

await test("a search counts each sample once, and a wrong pattern is said", () => {
  const { derived } = shown(data, { search: "c0\\.m[12]" });
  const hit = made.filter((s) => s.stack.some((f) => /C0\.m[12]/.test(f)));
  assert.equal(parts.sumMarked(derived.matchedStacks, derived.weighed.stacks), sum(hit));
  assert.equal(shown(data, { search: "c0", matchCase: true }).derived.groups.total.length > 0, true);
  assert.equal(tableRows(data, { search: "c0", matchCase: true }).length, 0);
  assert.equal(shown(data, { search: "(" }).derived.searchError, "not a regular expression");
});

await test("time steps add up to all samples, marked ones to those with the method", () => {
  const { derived } = shown(data, { selected: `${selectedMethod}(int)` });
  const bins = parts.timeline(data, data.sets[0], derived.filter, "count", derived.selectedStacks, { start: 0, step: 50, steps: 80 });
  assert.equal(bins.all.reduce((a, b) => a + b), sum(made));
  assert.equal(bins.all[3], sum(made.filter((s) => s.time >= 150 && s.time < 200)));
  assert.equal(bins.hit.reduce((a, b) => a + b), sum(made.filter((s) => s.stack.some((f) => groupOf.method(f) === selectedMethod))));
});

await test("samples without a time are there until a window is chosen", () => {
  const some = dataOf(made), set = some.sets[0];
  set.untimed = 10;
  set.time.fill(0, 0, 10);
  const inAll = shown(some).derived.weighed.all, inWindow = shown(some, { window: { from: -1, to: 1e9 } }).derived.weighed.all;
  assert.equal(inAll - inWindow, set.count.slice(0, 10).reduce((a, b) => a + b));
});

await test("the address keeps the state, and what it does not know is left alone", () => {
  const state = { ...parts.DEFAULTS, by: "class", search: "a b&c=#é", focus: "x.Y.m(int)", without: "p.Q.a()\np.Q.b()", fold: true, order: "size", selected: "x.Y.m(int, Object)", matchCase: true, reverse: true,
    window: { from: 12, to: 3400 }, threads: new Set([0, 1, 2, 4]), states: new Set([1]), zoom: 17, view: "heat", color: "module" };
  const packed = parts.packState(state, parts.DEFAULTS), limits = { threads: 5, states: 3 };
  assert.deepEqual(parts.unpackState(packed, parts.DEFAULTS, limits), state);
  assert.equal(parts.packState(parts.DEFAULTS, parts.DEFAULTS), "");
  const opened = { ...parts.DEFAULTS, window: { from: 5, to: 9 } }, all = parts.packState(parts.DEFAULTS, opened);
  assert.deepEqual(parts.unpackState(all, opened, limits), { ...parts.DEFAULTS, window: null }, "a page that opens with a window can be without");
  assert.ok(packed.includes("threads=0-2%2C4"), packed);
  assert.deepEqual(parts.unpackState("by=nothing&t=9-3&threads=99&z=x&case=7&nonsense=%zz", parts.DEFAULTS, limits), parts.DEFAULTS);
});

// ---- Pages of recordings ---------------------------------------------------------------------

const cliRows = (recording, by, ...args) => {
  const json = JSON.parse(run("hot-methods", "--json", "--top", "0", "--by", by, "--allow-empty", ...args, recording));
  const nameOf = { package: (m) => m.package || "(unnamed package)", module: (m) => m.module || "(unnamed module)", class: (m) => m.class,
    method: (m) => (m.class ? `${m.class}.${m.method}` : m.method), line: (m) => `${m.class ? `${m.class}.` : ""}${m.method}${m.line >= 0 ? `:${m.line}` : ""}` };
  return { all: json.samples, rows: json.methods.map((m) => ({ name: nameOf[by](m), ...(args.includes("value")
    ? { self: m.self_value, total: m.total_value } : { self: m.self, total: m.total }) })) };
};
let pages = 0;
async function pageOf(recording, ...args) {
  const path = join(directory, `${pages++}.html`);
  run("flame", "--html", "-o", path, ...args, recording);
  return readPage(path);
}
const byName = (rows) => [...rows].sort((a, b) => b.self - a.self || b.total - a.total || (a.name < b.name ? -1 : 1));

for (const [file, ...args] of [["shares-17.jfr"], ["shares-25.jfr"], ["deep-17.jfr"], ["lambdas-25.jfr.gz"], ["chunks-17.jfr"], ["native-17.jfr"],
  ["cputime-25.jfr.zst", "--event", "jdk.CPUTimeSample"]]) {
  const recording = join(root, "testdata", file), page = await pageOf(recording, ...args);
  await test(`${file}: rows are those of hot-methods, however they are grouped`, () => {
    for (const by of ["method", "line", "class", "package", "module"]) {
      const { all, rows } = cliRows(recording, by, ...args);
      assert.equal(shown(page, { by }).derived.weighed.all, all);
      assert.deepEqual(byName(tableRows(page, { by })), byName(rows), by);
    }
  });
  await test(`${file}: a window and a thread leave what --from, --to and --thread leave`, () => {
    const span = page.meta.duration_ms, perThread = [...shown(page).derived.weighed.threads];
    const { name } = page.threads[perThread.indexOf(Math.max(...perThread))];
    for (const [from, to] of [[0, Math.round(span / 3)], [Math.round(span / 4), Math.round(span / 2)], [Math.round(span / 2), span + 1]]) {
      const iso = (ms) => new Date(page.meta.start_ms + ms).toISOString();
      const window = ["--from", iso(from), "--to", iso(to)];
      assert.deepEqual(byName(tableRows(page, { window: { from, to } })), byName(cliRows(recording, "method", ...args, ...window).rows));
      const threads = new Set(page.threads.flatMap((t, i) => (t.name === name ? [i] : [])));
      const pattern = `^${name.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")}$`;
      assert.deepEqual(byName(tableRows(page, { window: { from, to }, threads })),
        byName(cliRows(recording, "method", ...args, ...window, "--thread", pattern).rows));
    }
  });
}

// ---- The whole recording -----------------------------------------------------------------------

async function wholeOf(recording, ...args) {
  const path = join(directory, `${pages++}.html`);
  run("overview", "-o", path, ...args, recording);
  return readPage(path);
}
for (const file of ["native-17.jfr", "cputime-25.jfr.zst"]) {
  const recording = join(root, "testdata", file), page = await wholeOf(recording);
  await test(`${file}: each kind of samples has the rows of hot-methods`, () => {
    if (file === "native-17.jfr") assert.deepEqual(page.sets.map(({ about }) => about.kind), ["cpu", "alloc", "lock", "io", "exception"]);
    for (const { about } of page.sets)
      for (const measure of about.unit ? ["count", "value"] : ["count"]) {
        const { rows } = cliRows(recording, "method", "--event", about.event.replaceAll("+", ","), "--measure", measure === "value" ? "value" : "samples");
        assert.deepEqual(byName(tableRows(page, { kind: about.kind, measure })), byName(rows), `${about.kind} ${measure}`);
      }
  });
  await test(`${file}: what is measured and what takes long is what events says`, () => {
    const events = (type, where) => JSON.parse(run("events", type, "--where", where, "--json", "--allow-empty", recording)).events ?? [];
    for (const [name, type, field, where] of [["heap after GC", "jdk.GCHeapSummary", "heapUsed", 'when == "After GC"'],
      ["threads", "jdk.JavaThreadStatistics", "activeCount", "activeCount >= 0"]]) {
      const wanted = events(type, where).map((event) => Number(event.values?.[field] ?? event[field])).sort((a, b) => a - b);
      assert.deepEqual([...page.series.find((series) => series.name === name).value].sort((a, b) => a - b), wanted, name);
    }
    for (const [kind, type] of [["monitor enter", "jdk.JavaMonitorEnter"], ["park", "jdk.ThreadPark"], ["file read", "jdk.FileRead"]]) {
      const shownThere = [...page.markers.type].filter((type) => page.meta.markers[type] === kind).length;
      assert.equal(shownThere, events(type, "duration > 0ns").length, kind);
    }
    assert.deepEqual(page.tabs.map(({ name }) => name), page.meta.tabs);
    assert.ok(page.meta.tabs.includes("JVM"));
  });
}

for (const [make, file, ...args] of [[pageOf, "native-17.jfr", "--event", "native", "--by", "sampledThread"],
  [pageOf, "native-17.jfr", "--event", "native", "--within", "FileRead", "--by", "path,endOfFile"],
  [wholeOf, "native-17.jfr", "--event", "native", "--by", "sampledThread"]]) {
  const recording = join(root, "testdata", file), page = await make(recording, ...args);
  await test(`${file}: each value of ${args.at(-1)} has the rows of its table in hot-methods`, () => {
    const { groups } = JSON.parse(run("hot-methods", "--json", "--top", "0", ...args, recording));
    const rowsOf = (group) => group.methods.map((m) => ({ name: `${m.class}.${m.method}`, self: m.self, total: m.total }));
    const whole = shown(page).derived.whole.values, there = page.values.names.filter((_, i) => whole[i] > 0); // others are of other kinds
    assert.deepEqual([...there].sort(), groups.map(({ value }) => value).sort());
    assert.deepEqual(page.meta.split, args.at(-1).split(","));
    page.values.names.forEach((name, i) => {
      if (!whole[i]) return;
      const group = groups.find(({ value }) => value === name), changes = { values: new Set([i]) };
      assert.deepEqual(byName(tableRows(page, changes)), byName(rowsOf(group)), name);
      const { weighed } = shown(page, changes).derived;
      assert.equal(weighed.all, group.samples);
      assert.deepEqual([...weighed.values], page.values.names.map((other) => groups.find(({ value }) => value === other)?.samples ?? 0));
      assert.equal(weighed.threads.reduce((a, b) => a + b, 0), group.samples);
    });
    const all = new Set(page.values.names.keys());
    assert.equal(shown(page, { values: all }).derived.weighed.all, groups.reduce((n, { samples }) => n + samples, 0));
    const kept = parts.unpackState(parts.packState({ ...parts.DEFAULTS, values: new Set([0]) }, parts.DEFAULTS), parts.DEFAULTS, { threads: 9, states: 9, values: 9 });
    assert.deepEqual(kept.values, new Set([0]));
  });
}

for (const [file, event, first, last] of [["chunks-17.jfr", "cpu", 0.2, 0.6], ["native-17.jfr", "io", 0.3, 0.5], ["native-17.jfr", "alloc", 0, 0.4]]) {
  const recording = join(root, "testdata", file), page = await wholeOf(recording);
  await test(`${file}, ${event}: what is different in a window is what diff --window says`, () => {
    const set = page.sets.find(({ about }) => about.kind === event), window = { from: Math.round(page.meta.duration_ms * first), to: Math.round(page.meta.duration_ms * last) };
    const iso = (ms) => new Date(page.meta.start_ms + ms).toISOString(), measure = set.about.by_value ? "value" : "count";
    const said = JSON.parse(execFileSync(tool, ["diff", recording, "--event", set.about.event.replaceAll("+", ","), "--window", `${iso(window.from)}..${iso(window.to)}`,
      "--json", "--top", "0", "--quiet", "--measure", measure === "value" ? "value" : "samples"], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));
    const { derived } = shown(page), found = parts.differences(page, derived.grouping, set, measure, window, null);
    const rows = new Map(said.rows.map((row) => [`${row.class ? `${row.class}.` : ""}${row.method}${parts.parameters(row.descriptor)}`, row]));
    assert.ok(rows.size > 1 && found.total.length >= rows.size);
    let compared = 0;
    for (const of of ["self", "total"])
      for (const row of found[of]) {
        const wanted = rows.get(derived.grouping.groups[row.group].key)?.[of];
        if (!wanted) continue;
        assert.deepEqual(row.count, [wanted.base_count, wanted.new_count]);
        if (!row.tested) continue;
        compared++;
        assert.ok(Math.abs(row.p - wanted.p) < 1e-6, `${of} ${row.p} ${JSON.stringify(wanted)}`);
        assert.equal(row.adjusted < parts.ALPHA, wanted.significant);
      }
    assert.ok(compared > 2);
  });
}

await test("each thread's lane has its samples and its markers", async () => {
  const page = await wholeOf(join(root, "testdata/native-17.jfr")), busy = parts.busyThreads(page);
  const axis = { start: 0, step: 50, steps: Math.ceil(page.meta.duration_ms / 50) + 1 };
  const total = (values) => values.reduce((a, b) => a + b, 0);
  let markers = 0;
  for (const track of parts.tracksOf(page, axis, busy)) {
    const there = (kind) => page.sets.filter(({ about }) => about.kind === kind)
      .reduce((sum, set) => sum + total(set.count.filter((_, i) => set.thread[i] === track.thread)), 0);
    assert.equal(total(track.running) + total(track.waiting), there("cpu"));
    assert.equal(total(track.thrown), there("exception"));
    assert.ok(track.markers.every((i) => page.markers.thread[i] === track.thread));
    markers += track.markers.length;
    const longest = track.markers.reduce((most, i) => (most < 0 || page.markers.ms[i] > page.markers.ms[most] ? i : most), -1);
    assert.equal(parts.markerAt(page, track, 0, page.meta.duration_ms), longest);
  }
  assert.ok(markers > 100);
  assert.equal(markers, page.markers.thread.filter((thread) => thread >= 0).length);
});

await test("lanes add up to what they are made of", () => {
  const axis = { start: 0, step: 100, steps: 10 };
  const set = { n: 3, untimed: 1, time: Float64Array.of(0, 150, 990), value: Float64Array.of(9, 50, 20) };
  assert.deepEqual([...parts.ratePerSecond(set, set.value, axis)], [0, 500, 0, 0, 0, 0, 0, 0, 0, 200]);
  const counted = { n: 4, time: Float64Array.of(100, 300, 400, 500), value: Float64Array.of(10, 30, 5, 6) };
  assert.deepEqual([...parts.growthPerSecond(counted, axis)], [0, 100, 100, 0, 10, 0, 0, 0, 0, 0]);
  assert.deepEqual([...parts.heldValues(counted, axis)].slice(0, 6), [NaN, 10, 10, 30, 5, 6]);
  const markers = { n: 2, time: Float64Array.of(50, 900), ms: Float64Array.of(100, 500), type: Uint8Array.of(0, 0) };
  assert.deepEqual([...parts.threadsInside(markers, [true], axis)], [0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 1]);
});

await test("a cell is sorted by what it says", () => {
  const values = { "804 ms": 804, "20.7 s": 20700, "1 min 20 s": 80000, "2 h 3 min": 7380000, "87.3 µs": 0.0873, "12 ns": 12e-6, "608 MiB": 608 * 2 ** 20, "7.27 KiB": 7.27 * 1024, "103 MiB/s": 103 * 2 ** 20,
    "259 B": 259, "1,741": 1741, "0.27": 0.27, "> 99 %": 99, "-3.5": -3.5, "−3.5": -3.5, "+1": 1, "0": 0, "2.5×": 2.5 };
  for (const [text, value] of Object.entries(values)) assert.ok(Math.abs(parts.sortValue(text) - value) < 1e-9 * Math.max(1, Math.abs(value)), `${text}: ${parts.sortValue(text)}`);
  for (const text of ["", "-", "G1New", "3 of 12", "java.lang.Object", "12:30:01", "5 apples", "1.2.3"]) assert.equal(parts.sortValue(text), null, text);
});

await test("rows are sorted either way, equal ones stay in their order, and what is not known comes last", () => {
  assert.deepEqual(parts.sortedBy([3, null, 10, 3, 2], true), [2, 0, 3, 4, 1]);
  assert.deepEqual(parts.sortedBy([3, null, 10, 3, 2], false), [4, 0, 3, 2, 1]);
  assert.deepEqual(parts.sortedBy(["b", "", "a", "-"], false), [2, 0, 1, 3]);
});

await test("events about a lock say when one went on, whose they are and who held it", () => {
  const markers = { n: 5, time: Float64Array.of(10, 15, 20, 30, 50), ms: Float64Array.of(6, 5, 4, 5, 5), thread: Int32Array.of(0, 1, 0, 2, -1), holder: Int32Array.of(1, -1, 1, 0, -1), text: Int32Array.of(1, 1, 1, 2, 1) };
  const of = parts.eventsAbout({ markers, strings: ["", "a.Lock", "b.Lock"] }, "a.Lock");
  assert.deepEqual(of.rows, [0, 1, 2, 4]);
  assert.deepEqual([...of.stretches], [10, 24, 50, 55]);
  assert.deepEqual([[...of.threads], [...of.holders]], [[0, 1], [1]]);
  assert.equal(parts.eventsAbout({ markers, strings: ["", "a.Lock", "b.Lock"] }, "c.Lock"), null);
  for (const [ms, inside] of [[9.9, false], [10, true], [23.9, true], [24, false], [49, false], [50, true], [55, false], [99, false]])
    assert.equal(parts.isDuring({ stretches: of.stretches }, ms), inside, String(ms));
});

await test("a window that moves counts what the whole count would", () => {
  const data = dataOf(made), filter = { window: null, threads: null, states: null, values: null, stacks: null, bare: true, stretches: null };
  let last = parts.weigh(data, data.sets[0], { ...filter, window: { from: 100, to: 2000 } }, "value");
  for (const [from, to] of [[100, 2100], [200, 2100], [150, 1900], [150, 151], [0, 3500], [3000, 3400], [5000, 6000], [0, 9999]]) {
    const window = { from, to }, anew = parts.weigh(data, data.sets[0], { ...filter, window }, "value");
    last = parts.weigh(data, data.sets[0], { ...filter, window }, "value", last);
    assert.deepEqual(last, anew, `${from}-${to}`);
  }
});

await test("of two recordings, the window of each has what a page of it alone has", async () => {
  const names = ["testdata/lambdas-17.jfr", "testdata/native-17.jfr"].map((name) => join(root, name));
  const alone = await Promise.all(names.map((name) => pageOf(name))), page = parts.joinData(...(await Promise.all(names.map((name) => pageOf(name)))));
  const all = (data) => data.sets.map(({ about }) => about.kind);
  assert.deepEqual([...new Set([...all(alone[0]), ...all(alone[1])])], all(page));
  page.meta.sides.forEach((side, i) => {
    for (const by of ["method", "line", "package"]) {
      const window = { from: side.from, to: side.to };
      assert.deepEqual(byName(tableRows(page, { window, by })), byName(tableRows(alone[i], { by })), `${names[i]} ${by}`);
    }
    assert.equal(parts.clockText(page.meta, side.from + 250), parts.clockText(alone[i].meta, 250));
    assert.equal(parts.windowText(page.meta, { from: side.from, to: side.to }), alone[i].meta.title);
    assert.equal(parts.windowText(page.meta, { from: side.from + 500, to: side.from + 1500 }), `${alone[i].meta.title}: 0.5 s – 1.5 s`);
  });
  assert.ok(page.meta.sides[0].to < page.meta.sides[1].from, "nothing is in both");
  for (const of of ["loads", "pauses", "heap", "markers"]) {
    assert.equal(page[of].n, alone[0][of].n + alone[1][of].n, of);
    for (let i = 1; i < page[of].n; i++) assert.ok(page[of].time[i] >= page[of].time[i - 1], of);
  }
  const marker = alone[1].markers, last = page.markers.n - 1;
  assert.equal(parts.markerText(page, last), parts.markerText(alone[1], marker.n - 1));
  assert.equal(page.threads[page.markers.thread[last]].name, alone[1].threads[marker.thread[marker.n - 1]].name);
});

await test("what the command line leaves out is not in the page", async () => {
  const recording = join(root, "testdata/shares-17.jfr"), page = await pageOf(recording, "--include", "hotTwenty", "--from", "2s");
  assert.deepEqual(tableRows(page), cliRows(recording, "method", "--include", "hotTwenty", "--from", "2s").rows);
});

await test("what the heap had and how long the collector paused is in the page", async () => {
  const page = await pageOf(join(root, "testdata/native-17.jfr"), "--event", "alloc");
  const { events } = JSON.parse(run("summary", "--json", join(root, "testdata/native-17.jfr")));
  assert.equal(page.heap.n, events["jdk.GCHeapSummary"].count);
  assert.equal(page.pauses.n, events["jdk.GCPhasePause"].count);
  assert.ok(page.heap.used.every((used) => used > 1e5 && used < 1e10), page.heap.used.join());
  assert.equal(page.throttles.n, 0);
});

await test("a method's samples, and those without it, are those of --include and --exclude", async () => {
  const recording = join(root, "testdata/lambdas-25.jfr.gz"), page = await pageOf(recording), { derived } = shown(page);
  const [first] = parts.sortedRows(derived.grouping, derived.groups, "self", null), { key, name } = derived.grouping.groups[first];
  const pattern = `^${name.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")}$`;
  assert.deepEqual(byName(tableRows(page, { focus: key })), byName(cliRows(recording, "method", "--include", pattern).rows));
  assert.deepEqual(byName(tableRows(page, { without: key })), byName(cliRows(recording, "method", "--exclude", pattern).rows));
  assert.equal(shown(page, { without: key }).derived.weighed.all, cliRows(recording, "method", "--exclude", pattern).all);
});

await test("the tab What if has the picture and the table of whatif", async () => {
  const recording = join(root, "testdata/experiments.jfr.zst"), page = await wholeOf(recording);
  const { markup } = page.tabs.find(({ name }) => name === "What if"), text = new TextDecoder().decode(markup);
  const svg = String(run("whatif", "--svg", recording));
  const methods = (picture) => picture.slice(picture.indexOf('class="name"'), picture.indexOf("</svg>"));
  assert.equal(methods(text), methods(svg));
  assert.ok(!methods(svg).includes("progress:") && !text.slice(0, text.indexOf("</svg>")).includes("progress:")); // it stands below
  assert.ok(!text.includes("<?xml"));
  assert.match(text.slice(text.indexOf("</svg>")), /app\.Cache\.get[^]*\+21\.0[^]*app\.Stats\.update/);
});

await test("sentences of tabs name no option, which nobody who reads a page can give", async () => {
  for (const name of ["native-17.jfr", "shop-17.jfr.zst", "traffic-25.jfr.zst"])
    for (const { name: tab, markup } of (await wholeOf(join(root, "testdata", name))).tabs)
      for (const [said] of new TextDecoder().decode(markup).matchAll(/<p>[^<]*<\/p>/g)) assert.doesNotMatch(said, /--(top|all|json|secrets)\b/, `${name}: ${tab}`);
});

await test("names of threads that begin alike are told apart in the room that there is", () => {
  const named = (n) => `[ACTIVE] ExecuteThread: '${n}' for queue: 'weblogic.kernel.Default (self-tuning)'`, all = [0, 1, 12].map(named);
  const rows = [
    ["main", ["main", "other"], 24, "main"], ["x".repeat(24), [], 24, "x".repeat(24)], ["x".repeat(25), [], 24, `${"x".repeat(8)}…${"x".repeat(15)}`],
    [named(0), all, 24, "[ACTIVE]…ad: '0' for que"], [named(12), all, 24, "[ACTIVE]…d: '12' for que"],
    ["pool-of-workers-for-the-shop-17", ["pool-of-workers-for-the-shop-18"], 14, "pool…e-shop-17"],
    ["a-long-name-that-nobody-else-has", ["other"], 14, "a-lo…-else-has"],
  ];
  for (const [name, others, room, wanted] of rows) assert.equal(parts.tellApart(name, others, room), wanted);
  assert.equal(new Set(all.map((name) => parts.tellApart(name, all, 14))).size, 3);
});

await test("a page of nothing is a page", async () => {
  const page = await pageOf(join(root, "testdata/shares-17.jfr"), "--include", "nosuchmethod", "--allow-empty");
  assert.equal(shown(page).derived.weighed.all, 0);
  assert.deepEqual(tableRows(page), []);
});

await test("data that is cut off or of another kind is said", () => {
  assert.throws(() => parts.readData(new Uint8Array(16)), /another kind/);
  const head = Uint8Array.of(0x4a, 0x50, 0x47, 0x33, 200, 0, 0, 0, 1, 2);
  assert.throws(() => parts.readData(head), /cut off/);
});

rmSync(directory, { recursive: true });
finish();
