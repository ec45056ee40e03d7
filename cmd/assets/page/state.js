// What is shown, as one object, and as the fragment of the address: a link can be passed on. Parts of
// the page change it with store.change() and draw what store.watch() hands them.

const DEFAULTS = {
  kind: "",          // which samples: of a set; "": of the first
  tab: "Profile",    // what is open below the time
  full: false,       // the flame graph has the whole window
  about: "",         // what events are looked at: those about this lock, host or file
  during: false,     // only samples while one of them went on
  by: "method",      // rows: see BYS
  sort: "self",      // self, total or name
  search: "",        // regular expression
  matchCase: false,
  selected: "",      // key of a group
  focus: "",         // key of a method: only samples with it
  without: "",       // keys of methods, a line each: no samples with them
  onTop: false,      // callers of samples with the selected on top only
  window: null,      // { from, to } in ms from the start, to exclusive
  base: null,        // likewise: what the window is compared with; null: the rest
  threads: null,     // Set of numbers, or null: all
  states: null,
  values: null,      // likewise, of the field that samples are split by
  measure: "count",  // or "value"
  view: "chart",     // of time: chart or heat
  reverse: false,    // flame graph merged from the leaves
  flame: false,      // flames go up from the bottom, else icicles down from the top
  fold: false,       // a method that is on the path already goes on from there
  order: "name",     // of siblings in the flame graph: name or size
  color: "package",  // type, package, module, own samples or the difference from the base
  zoom: 0,           // node of the flame graph's tree
};

// Numbers as "3,5-9".
function packNumbers(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b), ranges = [];
  for (let i = 0; i < sorted.length; i++) {
    const first = sorted[i];
    while (sorted[i + 1] === sorted[i] + 1) i++;
    ranges.push(first === sorted[i] ? `${first}` : `${first}-${sorted[i]}`);
  }
  return ranges.join(",");
}

function unpackNumbers(text, limit) {
  const numbers = new Set();
  for (const range of text.split(",")) {
    const [, first, last = first] = range.match(/^(\d+)(?:-(\d+))?$/) ?? [];
    for (let i = Number(first); i <= Math.min(Number(last), limit - 1); i++) numbers.add(i);
  }
  return numbers.size ? numbers : null;
}

const LETTERS = {
  tab: "tab", full: "full", about: "about", during: "during", kind: "kind", by: "by", sort: "sort", search: "q", matchCase: "case", selected: "sel", focus: "focus",
  without: "not", onTop: "top", measure: "of", view: "view", reverse: "rev", flame: "flame", fold: "fold", order: "order",
  color: "color", zoom: "z",
};
const CHOICES = {
  by: BYS, sort: ["self", "total", "name"], measure: ["count", "value"], view: ["chart", "heat"],
  color: ["type", "package", "module", "self", "difference"], order: ["name", "size"],
};

// Only what differs from the state the page opens with.
function packState(state, initial) {
  const fields = new URLSearchParams();
  for (const [field, letters] of Object.entries(LETTERS))
    if (state[field] !== initial[field])
      fields.set(letters, typeof state[field] === "boolean" ? Number(state[field]) : state[field]);
  for (const [field, letters] of [["window", "t"], ["base", "base"]]) {
    const text = ({ from, to } = {}) => (from === undefined ? "all" : `${from}-${to}`), now = text(state[field] ?? undefined);
    if (now !== text(initial[field] ?? undefined)) fields.set(letters, now);
  }
  if (state.threads) fields.set("threads", packNumbers(state.threads));
  if (state.states) fields.set("states", packNumbers(state.states));
  if (state.values) fields.set("values", packNumbers(state.values));
  return fields.toString();
}

// limits: how many threads, states and values there are. What is not understood stays as it is initially.
function unpackState(fragment, initial, limits) {
  const fields = new URLSearchParams(fragment), state = { ...initial };
  for (const [field, letters] of Object.entries(LETTERS)) {
    const text = fields.get(letters);
    if (text === null) continue;
    if (typeof initial[field] === "boolean") state[field] = text === "1";
    else if (field === "zoom") state.zoom = /^\d+$/.test(text) ? Number(text) : 0;
    else if (!CHOICES[field] || CHOICES[field].includes(text)) state[field] = text;
  }
  for (const [field, letters] of [["window", "t"], ["base", "base"]]) {
    if (fields.get(letters) === "all") state[field] = null;
    const [, from, to] = (fields.get(letters) ?? "").match(/^(-?\d+)-(-?\d+)$/) ?? [];
    if (from !== undefined && Number(from) < Number(to)) state[field] = { from: Number(from), to: Number(to) };
  }
  state.threads = unpackNumbers(fields.get("threads") ?? "", limits.threads);
  state.states = unpackNumbers(fields.get("states") ?? "", limits.states);
  state.values = unpackNumbers(fields.get("values") ?? "", limits.values);
  return state;
}

// The set of samples that is looked at, what is known of it, and the words for its amounts.
const setOf = (data, state) => data.sets.find((set) => state.kind && set.about?.kind === state.kind) ?? data.sets[0];
const aboutOf = (data, state) => setOf(data, state)?.about ?? data.meta;
const wordsOf = (data, state) => measureWords(aboutOf(data, state).unit, state.measure);

// derive(state) -> what is computed from it; watchers get (state, derived, changed fields).
function makeStore(state, derive) {
  const watchers = [];
  const store = {
    state,
    derived: null,
    held: false, // something is dragged
    watch: (watcher) => watchers.push(watcher),
    watchFirst: (watcher) => watchers.unshift(watcher),
    change(fields) {
      const changed = Object.keys(fields).filter((field) => state[field] !== fields[field]);
      if (changed.length) store.tell(Object.assign(state, fields) && changed);
    },
    tell(changed = Object.keys(state)) {
      store.derived = derive(state);
      for (const watcher of watchers) watcher(state, store.derived, new Set(changed));
    },
  };
  return store;
}

// A function that computes again only if its arguments are others than the last time.
function remembering(compute) {
  let last = null, result;
  return (...args) => {
    if (!last || args.some((value, i) => value !== last[i])) {
      result = compute(...args);
      last = args;
    }
    return result;
  };
}

// The same for a few keys, each kept.
function cached(compute, results = new Map()) {
  return (...args) => {
    const key = args.join(" ");
    if (!results.has(key)) results.set(key, compute(...args));
    return results.get(key);
  };
}
