// Rows of a table: frames that a reader wants to see as one, with the names that stand for them.
// Pure functions over the columns of data.js.

const THREAD_TYPE = 9; // FRAME_THREAD: a thread as root of its stacks, no row of any table
const BYS = ["method", "line", "class", "package", "module"];

// ---- Groups ---------------------------------------------------------------------------------

function shortType(descriptor, at) {
  const PRIMITIVES = { B: "byte", C: "char", D: "double", F: "float", I: "int", J: "long", S: "short", Z: "boolean" };
  let dimensions = 0;
  for (; descriptor[at] === "["; at++) dimensions++;
  let name = PRIMITIVES[descriptor[at]], end = at + 1;
  if (descriptor[at] === "L") {
    end = descriptor.indexOf(";", at) + 1;
    if (end > 0) name = descriptor.slice(at + 1, end - 1).replace(/^.*[/.]/, "");
  }
  return name === undefined ? null : [name + "[]".repeat(dimensions), end];
}

// "(ILjava/lang/Object;)V" -> "(int, Object)", as frame_add_parameters.
function parameters(descriptor) {
  if (descriptor[0] !== "(") return "";
  const types = [];
  for (let at = 1; at < descriptor.length && descriptor[at] !== ")";) {
    const type = shortType(descriptor, at);
    if (!type) {
      types.push("?");
      break;
    }
    types.push(type[0]);
    at = type[1];
  }
  return `(${types.join(", ")})`;
}

// A name in the parts that a picture may leave out: before "java.util.", holder "HashMap.", method.
function splitName(before, holder, method, rest) {
  return { name: before + holder + method, before, holder, method, parameters: rest };
}

function groupName(data, frame, by) {
  const { frames, strings } = data;
  const text = (column) => strings[frames[column][frame]];
  const dotted = (whole) => {
    const dot = whole.lastIndexOf(".") + 1;
    return [whole.slice(0, dot), whole.slice(dot)];
  };
  if (by === "package") return splitName(...dotted(text("package") || "(unnamed package)"), "", "");
  if (by === "module") return splitName("", "", text("module") || "(unnamed module)", "");
  const whole = text("class"), inPackage = text("package");
  const cut = inPackage && whole.startsWith(`${inPackage}.`) ? inPackage.length + 1 : 0;
  const before = whole.slice(0, cut), holder = whole.slice(cut), method = text("method");
  if (!method || by === "class") return splitName(before, "", holder || method || "(no class)", "");
  const line = by === "line" && frames.line[frame] >= 0 ? `:${frames.line[frame]}` : "";
  return splitName(before, holder && `${holder}.`, method + line, parameters(text("descriptor")));
}

function groupKey({ frames }, frame, by) {
  if (frames.type[frame] === THREAD_TYPE) return `t${frames.class[frame]},${frames.method[frame]}`;
  if (by === "package" || by === "module") return frames[by][frame];
  if (by === "class") return frames.class[frame];
  const method = `${frames.class[frame]},${frames.method[frame]},${frames.descriptor[frame]}`;
  return by === "line" ? `${method},${frames.line[frame]}` : method;
}

// of[frame] is the group's number; groups are { name, ..., parameters, frame (one of them), thread,
// key (what tells it apart in an address) } in the order of their names.
function makeGrouping(data, by) {
  const numbers = new Map(), groups = [], raw = new Int32Array(data.frames.n);
  for (let frame = 0; frame < data.frames.n; frame++) {
    const key = groupKey(data, frame, by);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = groups.length));
      const thread = data.frames.type[frame] === THREAD_TYPE;
      const group = groupName(data, frame, thread ? "method" : by);
      groups.push(Object.assign(group, { frame, thread, key: group.name + group.parameters }));
    }
    raw[frame] = number;
  }
  const line = (number) => (by === "line" ? data.frames.line[groups[number].frame] : 0);
  const order = groups.map((_, number) => number).sort((a, b) => {
    const x = groups[a], y = groups[b];
    return x.name < y.name ? -1 : x.name > y.name ? 1 : x.key < y.key ? -1 : x.key > y.key ? 1
      : line(a) - line(b) || a - b;
  });
  const rank = new Int32Array(groups.length);
  order.forEach((number, place) => (rank[number] = place));
  return { by, of: raw.map((number) => rank[number]), groups: order.map((number) => groups[number]) };
}

// Nodes (of the stacks as recorded) of the wanted groups that have none of them above: a stack that
// has one of these groups has exactly one such node.
function outermost({ nodes }, grouping, wanted) {
  const inside = new Uint8Array(nodes.n), found = [];
  for (let i = 1; i < nodes.n; i++) {
    if (inside[nodes.parent[i]]) inside[i] = 1;
    else if (wanted[grouping.of[nodes.frame[i]]]) {
      inside[i] = 1;
      found.push(i);
    }
  }
  return { inside, found };
}

// Per node: 1 if its group is not above it, so that its total counts for the group.
function firstOfGroup(tree, groups) {
  const first = new Uint8Array(tree.n), open = new Int32Array(groups), path = [];
  for (let i = 1; i < tree.n; i++) {
    while (path.length && path[path.length - 1] !== tree.parent[i]) open[tree.group[path.pop()]]--;
    path.push(i);
    first[i] = open[tree.group[i]]++ === 0 ? 1 : 0;
  }
  return first;
}
