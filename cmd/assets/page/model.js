// What is computed of the data: pure functions over columns, none of them knows of the page.
//
//   tree        stacks merged from their roots or their leaves, by group; a subtree is a range
//   weights     what a window, threads and states leave of each stack: one pass over the samples
//   totals      of each group, of each node: one pass over the nodes; recursion counts once
//   relatives   who is above a group (callers) and below it (callees)

// ---- Trees ----------------------------------------------------------------------------------

// (parent, group) -> node, open addressing.
function childTable(capacity) {
  let size = 1024;
  while (size < capacity * 1.5) size *= 2;
  let slots = new Int32Array(size).fill(-1);
  const tree = { n: 1, parent: new Int32Array(capacity), group: new Int32Array(capacity) };
  tree.group[0] = -1;
  tree.parent[0] = -1;
  const slotOf = (parent, group) => {
    let slot = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(group, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (;; slot = (slot + 1) & (size - 1)) {
      const node = slots[slot];
      if (node < 0 || (tree.parent[node] === parent && tree.group[node] === group)) return slot;
    }
  };
  const grow = () => {
    const wider = (column) => {
      const copy = new Int32Array(column.length * 2);
      copy.set(column);
      return copy;
    };
    tree.parent = wider(tree.parent);
    tree.group = wider(tree.group);
    size *= 2;
    slots = new Int32Array(size).fill(-1);
    for (let i = 1; i < tree.n; i++) slots[slotOf(tree.parent[i], tree.group[i])] = i;
  };
  const child = (parent, group) => {
    let slot = slotOf(parent, group);
    if (slots[slot] >= 0) return slots[slot];
    if (tree.n === tree.parent.length) {
      grow();
      slot = slotOf(parent, group);
    }
    tree.parent[tree.n] = parent;
    tree.group[tree.n] = group;
    return (slots[slot] = tree.n++);
  };
  return { tree, child };
}

// Numbers the nodes depth first, siblings by group: renumbered[old] is the new number.
function depthFirst({ n, parent, group }) {
  const byGroup = new Int32Array(n), counts = new Int32Array(group.reduce((a, b) => Math.max(a, b), 0) + 2);
  for (let i = 1; i < n; i++) counts[group[i] + 1]++;
  for (let g = 1; g < counts.length; g++) counts[g] += counts[g - 1];
  for (let i = 1; i < n; i++) byGroup[1 + counts[group[i]]++] = i;
  const firstChild = new Int32Array(n).fill(-1), sibling = new Int32Array(n).fill(-1);
  for (let i = n - 1; i > 0; i--) { // each before those of higher groups
    const node = byGroup[i];
    sibling[node] = firstChild[parent[node]];
    firstChild[parent[node]] = node;
  }
  const renumbered = new Int32Array(n);
  const sorted = { n, parent: new Int32Array(n), group: new Int32Array(n), depth: new Uint16Array(n), end: new Int32Array(n) };
  sorted.parent[0] = sorted.group[0] = -1;
  let next = 1, at = 0;
  for (;;) {
    if (firstChild[at] >= 0) at = firstChild[at];
    else {
      while (at > 0 && sibling[at] < 0) {
        sorted.end[renumbered[at]] = next;
        at = parent[at];
      }
      if (at === 0) break;
      sorted.end[renumbered[at]] = next;
      at = sibling[at];
    }
    const above = renumbered[parent[at]];
    renumbered[at] = next;
    sorted.parent[next] = above;
    sorted.group[next] = group[at];
    sorted.depth[next] = sorted.depth[above] + 1;
    next++;
  }
  sorted.end[0] = n;
  return { sorted, renumbered };
}

// As many nodes as a tree from the leaves can have, within reason.
function roomForReversed({ nodes, stackNode }) {
  const depth = new Uint16Array(nodes.n);
  for (let node = 1; node < nodes.n; node++) depth[node] = depth[nodes.parent[node]] + 1;
  return Math.min(1 + stackNode.reduce((sum, node) => sum + depth[node], 0), 4000000);
}

// leaf[stack] is the node where the stack ends. fold: a group that is on the path already goes on from
// there, so that no path has a group twice.
function makeTree(data, grouping, reverse, fold) {
  const { nodes, stackNode } = data;
  const { tree, child: childOf } = childTable(reverse ? roomForReversed(data) : nodes.n);
  const leaf = new Int32Array(stackNode.length);
  const child = !fold ? childOf : (parent, group) => {
    for (let above = parent; above > 0; above = tree.parent[above]) if (tree.group[above] === group) return above;
    return childOf(parent, group);
  };
  if (reverse) {
    for (let stack = 0; stack < leaf.length; stack++) {
      let at = 0;
      for (let node = stackNode[stack]; node > 0; node = nodes.parent[node])
        at = child(at, grouping.of[nodes.frame[node]]);
      leaf[stack] = at;
    }
  } else {
    const merged = new Int32Array(nodes.n);
    for (let node = 1; node < nodes.n; node++)
      merged[node] = child(merged[nodes.parent[node]], grouping.of[nodes.frame[node]]);
    for (let stack = 0; stack < leaf.length; stack++) leaf[stack] = merged[stackNode[stack]];
  }
  const { sorted, renumbered } = depthFirst({ n: tree.n, parent: tree.parent, group: tree.group.subarray(0, tree.n) });
  return { ...sorted, reverse, fold, leaf: leaf.map((node) => renumbered[node]) };
}

// Of each row of sums the column with most, 0 if all are 0.
function mostOf(sums, rows, columns) {
  const result = new Uint8Array(rows);
  for (let at = 0; at < rows; at++)
    for (let column = 0, most = 0; column < columns; column++)
      if (sums[at * columns + column] > most) {
        most = sums[at * columns + column];
        result[at] = column;
      }
  return result;
}

// The type that most samples of each node had (0: none), with these weights of the stacks; where
// recursion is folded, that of all samples of its group.
function nodeTypes({ nodes, stackNode, frames }, grouping, tree, weights) {
  const KINDS = TYPES.length;
  if (tree.fold) {
    const total = totalsOfNodes(nodes, addUp(stackNode, weights, nodes.n)), sums = new Float64Array(grouping.groups.length * KINDS);
    for (let node = 1; node < nodes.n; node++)
      sums[grouping.of[nodes.frame[node]] * KINDS + frames.type[nodes.frame[node]]] += total[node];
    const types = mostOf(sums, grouping.groups.length, KINDS);
    return Uint8Array.from(tree.group, (group) => (group < 0 ? 0 : types[group]));
  }
  const sums = new Float64Array(tree.n * KINDS);
  if (tree.reverse) { // up from its leaf is down from the stack's root
    const path = [];
    for (let stack = 0; stack < stackNode.length; stack++) {
      for (let node = stackNode[stack]; node > 0; node = nodes.parent[node]) path.push(node);
      for (let at = tree.leaf[stack]; at > 0; at = tree.parent[at])
        sums[at * KINDS + frames.type[nodes.frame[path.pop()]]] += weights[stack];
    }
  } else {
    const total = totalsOfNodes(nodes, addUp(stackNode, weights, nodes.n)), merged = new Int32Array(nodes.n);
    for (let stack = 0; stack < stackNode.length; stack++)
      for (let node = stackNode[stack], at = tree.leaf[stack]; node > 0 && !merged[node]; node = nodes.parent[node]) {
        merged[node] = at;
        at = tree.parent[at];
      }
    for (let node = 1; node < nodes.n; node++)
      sums[merged[node] * KINDS + frames.type[nodes.frame[node]]] += total[node];
  }
  return mostOf(sums, tree.n, KINDS);
}

function addUp(places, weights, n) {
  const sums = new Float64Array(n);
  for (let i = 0; i < places.length; i++) sums[places[i]] += weights[i];
  return sums;
}

// Each node's own and all below it; a parent comes before its children.
function totalsOfNodes({ parent }, self) {
  const total = Float64Array.from(self);
  for (let i = total.length - 1; i > 0; i--) total[parent[i]] += total[i];
  return total;
}

function weighTree(tree, weights) {
  const self = addUp(tree.leaf, weights, tree.n);
  return { self, total: totalsOfNodes(tree, self) };
}

// ---- Samples --------------------------------------------------------------------------------

function firstNotBefore(time, from, to, t) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (time[middle] < t) from = middle + 1;
    else to = middle;
  }
  return from;
}

// Rows of the set that are in the window: [from, to). Samples without a time are in no window.
function rowsInWindow(set, window) {
  if (!window) return [0, set.n];
  return [firstNotBefore(set.time, set.untimed, set.n, window.from),
    firstNotBefore(set.time, set.untimed, set.n, window.to)];
}

const allows = (chosen, i) => !chosen || (i >= 0 && chosen[i] === 1);
// Only while something went on: stretches are [from, to, from, to...], none over another.
const isDuring = (filter, ms) => !filter.stretches || lastNotAfter(filter.stretches, ms) % 2 === 0;
function lastNotAfter(sorted, ms) {
  let from = -1, to = sorted.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (sorted[middle] <= ms) from = middle;
    else to = middle;
  }
  return Math.abs(from); // -1, before the first, is odd
}
const valueOf = (data, stack) => (stack < 0 ? -1 : data.values.of[stack]);
const allowsStack = (filter, stack) => !filter.stacks || (stack < 0 ? filter.bare : filter.stacks[stack] === 1);

// What the filter leaves: filter is { window {from, to} or null, threads, states, values, stacks:
// Uint8Array that has 1 for what is chosen, or null; bare: are samples without a stack chosen }. measure
// is "count" or "value". Threads are counted in the window, states and values whatever threads are chosen,
// and likewise each of the others; anyThread is the sum that threads are shares of.
// last: what was weighed before with all the same but the window, or null; what both windows have is not counted again.
function weigh(data, set, filter, measure, last = null) {
  const [from, to] = rowsInWindow(set, filter.window), common = last ? Math.min(to, last.to) - Math.max(from, last.from) : 0;
  const again = common > 0 && Math.abs(from - last.from) + Math.abs(to - last.to) < to - from;
  const result = again ? { ...last, from, to, stacks: last.stacks.slice(), threads: last.threads.slice(), states: last.states.slice(), values: last.values.slice() } : {
    from, to, stacks: new Float64Array(data.stackNode.length), threads: new Float64Array(data.threads.length),
    states: new Float64Array(data.states.length), values: new Float64Array(data.values.names.length), all: 0, anyThread: 0, withoutStack: 0, samples: 0,
  };
  const add = (begin, end, sign) => begin < end && addRows(data, set, filter, measure, begin, end, sign, result);
  if (!again) add(from, to, 1);
  else {
    add(from, last.from, 1);
    add(last.from, from, -1);
    add(last.to, to, 1);
    add(to, last.to, -1);
  }
  return result;
}

const takesAll = ({ stacks, stretches, threads, states, values }) => !stacks && !stretches && !threads && !states && !values;

// All of them, as nearly always: a million between two frames that are drawn.
function addAllRows({ values: { of } }, { stack, thread, state, count }, amount, from, to, sign, result) {
  const { stacks, threads, states, values } = result;
  let all = 0, samples = 0, withoutStack = 0;
  for (let i = from; i < to; i++) {
    const n = sign * amount[i], at = stack[i];
    all += n;
    samples += sign * count[i];
    if (thread[i] >= 0) threads[thread[i]] += n;
    if (state[i] >= 0) states[state[i]] += n;
    if (at < 0) withoutStack += n;
    else stacks[at] += n;
    if (at >= 0 && of[at] >= 0) values[of[at]] += n;
  }
  result.all += all;
  result.samples += samples;
  result.withoutStack += withoutStack;
  result.anyThread += all;
}

// Adds rows of the set, or takes them out (sign -1): sums are whole numbers, so nothing is left of what was added.
function addRows(data, set, filter, measure, from, to, sign, result) {
  const amount = set[measure] ?? set.count;
  if (takesAll(filter)) {
    addAllRows(data, set, amount, from, to, sign, result);
    return;
  }
  for (let i = from; i < to; i++) {
    if (!allowsStack(filter, set.stack[i]) || !isDuring(filter, set.time[i])) continue;
    const thread = set.thread[i], state = set.state[i], n = sign * amount[i];
    const value = valueOf(data, set.stack[i]);
    const inThreads = allows(filter.threads, thread), inStates = allows(filter.states, state), inValues = allows(filter.values, value);
    if (inStates && inValues) result.anyThread += n;
    if (inStates && inValues && thread >= 0) result.threads[thread] += n;
    if (inThreads && inValues && state >= 0) result.states[state] += n;
    if (inThreads && inStates && value >= 0) result.values[value] += n;
    if (!inThreads || !inStates || !inValues) continue;
    result.all += n;
    result.samples += sign * set.count[i];
    if (set.stack[i] >= 0) result.stacks[set.stack[i]] += n;
    else result.withoutStack += n;
  }
}

// Sums per step of time, of all samples and of those whose stack is marked (a Uint8Array, or null).
function timeline(data, set, filter, measure, marked, axis) {
  const amount = set[measure] ?? set.count, takes = takesAll(filter);
  const all = new Float64Array(axis.steps), hit = new Float64Array(axis.steps);
  for (let i = set.untimed; i < set.n; i++) {
    if (!takes && (!allows(filter.threads, set.thread[i]) || !allows(filter.states, set.state[i]))) continue;
    if (!takes && (!allowsStack(filter, set.stack[i]) || !allows(filter.values, valueOf(data, set.stack[i])) || !isDuring(filter, set.time[i]))) continue;
    const step = Math.floor((set.time[i] - axis.start) / axis.step);
    if (step < 0 || step >= axis.steps) continue;
    all[step] += amount[i];
    if (marked && set.stack[i] >= 0 && marked[set.stack[i]]) hit[step] += amount[i];
  }
  return { all, hit };
}

// ---- Rows -----------------------------------------------------------------------------------

// Self and total of each group. tree: from the roots, recursion not folded; first: of firstOfGroup; weighed: the tree.
function weighGroups(grouping, tree, first, weighed) {
  const n = grouping.groups.length, self = new Float64Array(n), total = new Float64Array(n);
  for (let i = 1; i < tree.n; i++) {
    if (!weighed.total[i]) continue;
    self[tree.group[i]] += weighed.self[i];
    if (first[i]) total[tree.group[i]] += weighed.total[i];
  }
  return { self, total };
}

// Numbers of the groups that occur, in the order of the command line: by the count asked for, the
// other one, and the name. matches: Uint8Array of groups or null.
function sortedRows(grouping, weights, sort, matches) {
  const rows = [], other = sort === "self" ? "total" : "self";
  for (let g = 0; g < grouping.groups.length; g++)
    if (weights.total[g] && !grouping.groups[g].thread && (!matches || matches[g])) rows.push(g);
  if (sort === "name") return rows;
  return rows.sort((a, b) => weights[sort][b] - weights[sort][a] || weights[other][b] - weights[other][a] || a - b);
}

// Uint8Array of groups whose name matches; null: pattern is empty. Throws what RegExp throws.
function matchGroups(grouping, pattern, matchCase) {
  if (!pattern) return null;
  const regex = new RegExp(pattern, matchCase ? "" : "i");
  return Uint8Array.from(grouping.groups, (group) => (regex.test(group.name) ? 1 : 0));
}

// Per stack: 1 if it has a frame of the group focus (-1: any stack) and none of the groups without.
// null: all stacks.
function chooseStacks(data, grouping, focus, without) {
  if (focus < 0 && !without.length) return null;
  const marksOf = (groups) => markStacks(data, grouping, Uint8Array.from(grouping.groups, (_, g) => (groups.includes(g) ? 1 : 0)));
  const inside = focus < 0 ? null : marksOf([focus]), outside = without.length ? marksOf(without) : null;
  return Uint8Array.from(data.stackNode, (_, stack) => (inside?.[stack] !== 0 && outside?.[stack] !== 1 ? 1 : 0));
}

// Lines of each group by their part of its own samples, or of those it is on the stack of where it has no
// own: [[line, part], ...], most first. Only for groups that are methods.
function linesOf({ nodes, stackNode, frames }, grouping, weights) {
  const own = addUp(stackNode, weights, nodes.n), all = totalsOfNodes(nodes, own);
  const self = new Float64Array(frames.n), total = new Float64Array(frames.n), ofGroup = new Map();
  for (let node = 1; node < nodes.n; node++) {
    self[nodes.frame[node]] += own[node];
    total[nodes.frame[node]] += all[node];
  }
  const framesOf = grouping.groups.map(() => []);
  for (let frame = 0; frame < frames.n; frame++) framesOf[grouping.of[frame]].push(frame);
  return (group) => {
    if (!ofGroup.has(group)) {
      const sums = framesOf[group].some((frame) => self[frame]) ? self : total, lines = new Map();
      for (const frame of framesOf[group])
        if (sums[frame] && frames.line[frame] >= 0) lines.set(frames.line[frame], (lines.get(frames.line[frame]) ?? 0) + sums[frame]);
      const whole = framesOf[group].reduce((sum, frame) => sum + sums[frame], 0);
      ofGroup.set(group, [...lines].map(([line, sum]) => [line, sum / whole]).sort((a, b) => b[1] - a[1] || a[0] - b[0]));
    }
    return ofGroup.get(group);
  };
}

// Per stack: 1 if it has a frame of the wanted groups.
function markStacks(data, grouping, wanted) {
  const { inside } = outermost(data, grouping, wanted);
  return Uint8Array.from(data.stackNode, (node) => inside[node]);
}

const sumMarked = (marked, weights) => weights.reduce((sum, weight, stack) => sum + (marked[stack] ? weight : 0), 0);

// ---- Callers and callees --------------------------------------------------------------------

// Nodes of a tree of relatives: { group, weight, self, members }; members are pairs of columns: where
// in the tree, and what of it counts. relativesOf gives a node's children, heaviest first.

// tree: stacks merged from their roots, weighed {self, total}. onTop: only samples with the group on
// top of the stack. group -1: the root of all.
function relativesRoot(tree, weighed, group, onTop) {
  const at = [], weights = [];
  let weight = 0, self = 0;
  if (group < 0) return { group, weight: weighed.total[0], self: 0, at: [0], weights: [weighed.total[0]] };
  for (let node = 1; node < tree.n; node++) {
    if (tree.group[node] !== group) continue;
    for (let stop = onTop ? node + 1 : tree.end[node], below = node; below < stop; below++)
      if (tree.group[below] === group) self += weighed.self[below];
    const own = onTop ? weighed.self[node] : weighed.total[node];
    if (own) {
      at.push(node);
      weights.push(own);
      weight += own;
    }
    if (!onTop) node = tree.end[node] - 1; // what is below again is recursion
  }
  return { group, weight, self, at, weights };
}

function collect(found, tree, group, node, weight, self) {
  let relative = found.get(group);
  if (!relative) found.set(group, (relative = { group, weight: 0, self: 0, at: [], weights: [] }));
  relative.at.push(node);
  relative.weights.push(weight);
  relative.weight += weight;
  relative.self += self;
}

const heaviestFirst = (found) => [...found.values()].sort((a, b) => b.weight - a.weight || a.group - b.group);

function calleesOf(tree, weighed, relative) {
  const found = new Map();
  for (const node of relative.at)
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child])
      if (weighed.total[child])
        collect(found, tree, tree.group[child], child, weighed.total[child], weighed.self[child]);
  return heaviestFirst(found);
}

function callersOf(tree, relative) {
  const found = new Map();
  relative.at.forEach((node, i) => {
    const above = tree.parent[node];
    if (above > 0) collect(found, tree, tree.group[above], above, relative.weights[i], 0);
  });
  return heaviestFirst(found);
}
