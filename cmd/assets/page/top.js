// What stands around the parts: title, restrictions in force, findings, facts, help.

function makeHeader(data, store, actions) {
  const { meta } = data, span = duration(Math.max(meta.duration_ms, 1));
  const theme = buttonOf("", "Light, dark or as the system has it (d)", actions.theme);
  const measure = selectOf("What is counted", [["count", "samples"], ["value", ""]], (value) => store.change({ measure: value }));
  const about = h("p", { class: "about" });
  store.watch((state) => {
    const { event, samples: taken, unit } = aboutOf(data, state);
    measure.value = state.measure;
    measure.hidden = !unit;
    measure.options[1].textContent = unit === "bytes" ? "bytes" : "time";
    about.textContent = [...(event ? [event.replaceAll("+", " + "), samples(taken)] : ["no samples"]), span, ...(meta.start_ms ? [`from ${dateText(meta, 0)}`] : [])].join(" · ");
  });
  const showTheme = (name) => (theme.textContent = { light: "☀ Light", dark: "☾ Dark", auto: "◐ Auto" }[name]);
  const header = h("header", {},
    h("div", { class: "titles" }, h("h1", { dir: "auto" }, meta.title), about),
    makeKinds(data, store), h("div", { class: "tools" }, measure, theme,
      buttonOf("? Keys", "All keys (?)", actions.help)));
  return { header, showTheme };
}

// ---- Kinds of samples -----------------------------------------------------------------------

const KIND_WORDS = { cpu: "CPU", wall: "Wall clock", alloc: "Allocation", lock: "Locks", io: "I/O", exception: "Exceptions",
  native: "Native", live: "Live objects", malloc: "malloc" };
const kindWord = (about) => KIND_WORDS[about.kind] ?? about.event?.replace(/^.*\./, "") ?? "Samples";

// Another kind is looked at in the same window and threads; states are its own.
function chooseKind(data, store, kind) {
  const about = aboutOf(data, { kind });
  store.change({ kind: about === data.sets[0].about ? "" : kind, measure: about.by_value ? "value" : "count", states: null, zoom: 0 });
}

function makeKinds(data, store) {
  if (data.sets.length < 2) return null;
  const buttons = data.sets.map(({ about }) => toggleButton(kindWord(about), `${about.event}: ${samples(about.samples)}`, () => chooseKind(data, store, about.kind)));
  store.watch((state) => buttons.forEach((button, i) => pressed(button, data.sets[i] === setOf(data, state))));
  return h("div", { class: "group kinds", role: "group", "aria-label": "Which samples" }, ...buttons);
}

// ---- Restrictions ---------------------------------------------------------------------------

function chosenWords(numbers, nameOf, noun) {
  const [first] = numbers;
  return numbers.size === 1 ? `${noun} ${nameOf(first)}` : `${numbers.size} ${noun}s`;
}

const stateWord = (name) => name.replace(/^STATE_/, "").toLowerCase().replaceAll("_", " ");
const threadName = (thread) => thread.name || (thread.virtual ? "(virtual thread)" : "(no name)");

function chip(text, title, onclick) {
  return h("span", { class: "chip" }, h("span", { title: text }, text),
    h("button", { type: "button", title, "aria-label": title, onclick }, "×"));
}

function makeRestrictions(data, store, actions) {
  const line = h("output", { class: "showing" }), chips = h("span", { class: "chips" });
  const reset = buttonOf("Reset all", "Everything as the page opened (x)", actions.reset);
  const bar = h("div", { class: "restrictions", role: "region", "aria-label": "What is shown" }, line, chips,
    h("span", { class: "grow" }), data.meta.sides ? null : buttonOf("Copy command", "The command line that shows the same",
      () => copyText(commandLine(data, store.state))), reset);
  store.watch((state, derived) => {
    const { amount, phrase } = wordsOf(data, state), { weighed, whole } = derived;
    const some = weighed.all !== whole.all || state.window || state.threads || state.states || state.values || state.focus || state.without || state.during;
    line.textContent = some
      ? `${amount(weighed.all)} of ${phrase(whole.all)} (${percentOf(weighed.all, whole.all)} %)`
      : `All ${phrase(whole.all)}`;
    const list = [];
    if (state.window) list.push(chip(windowText(data.meta, state.window), "All times (w)",
      () => store.change({ window: null })));
    if (state.window)
      list.push(buttonOf("What is different?", "This window against the rest, or another one", () => store.change({ tab: DIFFERENT_TAB })));
    if (state.base) list.push(chip(`compared with ${windowText(data.meta, state.base)}`, "Compare with the rest",
      () => store.change({ base: null })));
    if (state.threads) list.push(chip(chosenWords(state.threads, (i) => threadName(data.threads[i]), "thread"),
      "All threads", () => store.change({ threads: null })));
    if (state.states) list.push(chip(chosenWords(state.states, (i) => stateWord(data.states[i]), "state"), "All states",
      () => store.change({ states: null })));
    if (state.values) list.push(chip(`${fieldsOf(data)}: ${state.values.size === 1 ? data.values.names[[...state.values][0]] : count(state.values.size)}`,
      "All values", () => store.change({ values: null })));
    if (state.focus) list.push(chip(`only with: ${state.focus}`, "Samples without it, too", () => store.change({ focus: "", zoom: 0 })));
    for (const key of state.without ? state.without.split("\n") : [])
      list.push(chip(`without: ${key}`, "Samples with it, too",
        () => store.change({ without: state.without.split("\n").filter((other) => other !== key).join("\n"), zoom: 0 })));
    if (derived.events) list.push(chip(`${state.during ? "while" : "events"}: ${state.about}`, state.during ? "Samples of other times, too" : "No events in particular",
      () => store.change(state.during ? { during: false } : { about: "" })));
    if (derived.selected >= 0) {
      list.push(chip(`selected: ${state.selected}`, "Select nothing", () => store.change({ selected: "" })));
      if (canRestrict(store) && state.focus !== state.selected)
        list.push(buttonOf("Only with it", "Only samples with the selected on the stack (f)", () => focusOn(store, state.selected)));
      if (canRestrict(store))
        list.push(buttonOf("Without it", "No samples with the selected on the stack (e)", () => leaveOut(store, state.selected)));
    }
    if (state.search) list.push(chip(`search: ${state.search}`, "Clear the search", () => store.change({ search: "" })));
    chips.replaceChildren(...list);
    reset.disabled = !list.length && !state.zoom;
  });
  return bar;
}

// The fields that samples are split by, as people read them.
const fieldsOf = (data) => data.meta.split.join(", ");

// What a terminal acts upon instead of showing it, while a command is pasted: as safe_shows.
const ACTS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/u;

// A word of a command line, whatever is in it: as shell_add_word.
function shellWord(text) {
  if (/^[A-Za-z0-9_./:@%+,-]+$/.test(text)) return text;
  let out = "", quotes = "";
  const turn = (to) => {
    if (to !== quotes) out += (quotes && "'") + to;
    quotes = to;
  };
  for (const c of text) {
    turn(c === "'" ? "" : ACTS.test(c) ? "$'" : "'");
    if (c === "'") out += "\\'";
    else if (quotes === "'") out += c;
    else for (const byte of new TextEncoder().encode(c)) out += `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  turn("");
  return out || "''";
}

// A file, which no command takes for an option: as shell_add_path.
const shellPath = (path) => shellWord(/^-./s.test(path) ? `./${path}` : path);

// The command that counts the same samples; of those split by a field, each value's by themselves.
function commandLine(data, state) {
  const words = ["jfrtool", "hot-methods"];
  const by = [...(state.by !== "method" ? [state.by] : []),
    ...(data.meta.split ?? []).map((field) => ([...BYS, "bci", "recording"].includes(field) ? `field:${field}` : field))];
  if (by.length) words.push("--by", by.join(","));
  words.push(...data.meta.within);
  if (state.sort === "total") words.push("--sort", "total");
  const { event, by_value: byValue } = aboutOf(data, state);
  if ((state.measure === "value") !== byValue) words.push("--measure", state.measure === "value" ? "value" : "samples");
  if (event) words.push("--event", event.replaceAll("+", ","));
  if (state.window)
    words.push("--from", absolute(data.meta, state.window.from), "--to", absolute(data.meta, state.window.to));
  if (state.threads) {
    const names = [...new Set([...state.threads].map((i) => data.threads[i].name))];
    words.push("--thread", `^(${names.map((name) => name.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")).join("|")})$`);
  }
  if (state.states) words.push("--state", [...state.states].map((i) => data.states[i]).join(","));
  // A method as a filter has it: its name without parameters.
  const named = (key) => `^${key.replace(/\([^()]*\)$/, "").replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")}$`;
  if (state.focus) words.push("--include", named(state.focus));
  for (const key of state.without ? state.without.split("\n") : []) words.push("--exclude", named(key));
  return [...words.map(shellWord), shellPath(data.meta.title)].join(" ");
}

// ---- Findings -------------------------------------------------------------------------------

// The key of the method that a finding is about, or "".
function keyOfFinding(finding) {
  if (!finding?.method) return "";
  const [holder, method, descriptor] = finding.method;
  return `${holder && `${holder}.`}${method}${parameters(descriptor)}`;
}

const FINDING_SIGNS = { WARNING: "▲", INFO: "●", OK: "✓", NA: "–" };

// Where the finding says to look: its time, thread and method, and the kind of samples that it is about.
function showFinding(data, store, finding) {
  const key = keyOfFinding(finding), fields = { tab: PROFILE_TAB };
  if (key) Object.assign(fields, { by: "method", selected: key, focus: "", without: "", zoom: 0 });
  if (finding.window) fields.window = { from: finding.window[0], to: finding.window[1] };
  const thread = data.threads.findIndex(({ name, osId, javaId }) => finding.thread?.[0] === name && finding.thread[1] === osId && finding.thread[2] === javaId);
  fields.threads = thread >= 0 ? new Set([thread]) : null;
  if (finding.kind && data.sets.some(({ about }) => about?.kind === finding.kind)) chooseKind(data, store, finding.kind);
  store.change(fields);
}

// One line, with the reasons to unfold; a button shows all that the finding is about.
function makeFinding(data, store, finding) {
  const tools = [], key = keyOfFinding(finding);
  if ((key || finding.window || finding.thread))
    tools.push(buttonOf("Show", ["Its", [finding.window && "time", finding.thread && "thread", key && "method"].filter(Boolean).join(", "), "in the profile"].join(" "),
      () => showFinding(data, store, finding)));
  const rest = finding.text.slice(1);
  const details = h("div", { class: "why", hidden: true }, ...rest.map((paragraph) => h("p", {}, paragraph)));
  const unfold = buttonOf("Details", "What it rests on", () => {
    details.hidden = !details.hidden;
    unfold.setAttribute("aria-expanded", String(!details.hidden));
  }, { "aria-expanded": "false" });
  const words = finding.text.length ? [h("b", {}, finding.name), h("span", { class: "first" }, finding.text[0])] : [finding.title];
  return h("article", { class: `finding ${finding.severity.toLowerCase()}` },
    h("div", { class: "verdict" }, h("h2", { title: finding.text[0] ?? "" }, h("span", { class: "severity", "aria-hidden": "true" }, FINDING_SIGNS[finding.severity] ?? "●"),
      " ", ...words), ...tools, rest.length ? unfold : null), details);
}

function makeFindings(data, store) {
  const { analyses } = data.meta;
  return h("section", { class: "findings", id: "findings", "aria-label": "Findings" }, ...analyses.map((finding) => makeFinding(data, store, finding)),
    analyses.length ? null : h("p", { class: "empty" }, "Nothing stands out."));
}

// The worst finding, and how many there are besides.
function makeVerdict(data, store) {
  const [worst] = data.meta.analyses, of = (wanted) => data.meta.analyses.filter(({ severity }) => severity === wanted).length;
  if (!worst) return h("section", { class: "findings", id: "verdict", "aria-label": "Verdict" }, h("article", { class: "finding ok" },
    h("div", { class: "verdict" }, h("h2", {}, h("span", { class: "severity", "aria-hidden": "true" }, "✓"), " Nothing stands out."))));
  const element = makeFinding(data, store, worst), counts = [[of("WARNING"), "warning"], [of("INFO"), "info"]];
  const text = counts.filter(([n]) => n).map(([n, noun]) => `${n} ${noun}${n === 1 ? "" : "s"}`).join(", ");
  if (text) element.querySelector(".verdict").append(buttonOf(text, "All findings", () => store.change({ tab: FINDINGS_TAB })));
  return h("section", { class: "findings", id: "verdict", "aria-label": "Verdict" }, element);
}

// ---- Facts ----------------------------------------------------------------------------------

function makeFacts({ meta }) {
  const rows = meta.facts.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { dir: "auto" }, value)));
  return h("section", { id: "facts", class: "card", "aria-labelledby": "facts-title" },
    h("h2", { id: "facts-title" }, "About the recording"),
    h("table", { class: "facts", "aria-labelledby": "facts-title" }, h("tbody", {}, ...rows)),
    meta.notes.length ? h("h3", {}, "What was lost or left out while reading") : null,
    meta.notes.length ? h("ul", {}, ...meta.notes.map((note) => h("li", { dir: "auto" }, note))) : null);
}

// ---- Help -----------------------------------------------------------------------------------

const HELP = [
  ["/", "search by regular expression: rows of the table, frames of the flame graph"],
  ["c", "match case"], ["n, N", "next, previous match in the flame graph"],
  ["1 … 5", "go to time, threads, methods, the flame graph, callers"],
  ["Arrows, Home, End", "move in the part that has the focus; in time with Shift: extend the window"],
  ["Enter", "select the row; zoom to the frame; open or close a branch"],
  ["s", "select the method of the flame graph's frame"],
  ["f, e", "only samples with that method (or the selected); none with it"], ["y", "copy the name of the frame or of the selected"],
  ["0, Backspace", "reset the zoom; zoom out by one frame"],
  ["m", "the flame graph in the whole window, or as it was"],
  ["r", "the flame graph by self (merged from the leaves), or by total"], ["i", "flames or icicles"],
  ["o", "fold recursion, or show every call"],
  ["h", "time as chart or heat map"], ["w", "all times"], ["x", "reset all"],
  ["d", "light, dark, or as the system has it"], ["Alt+←, Alt+→", "the selection before, the one after"], ["Esc", "clear what the focus is in; close this; leave the whole window"], ["?", "this help"],
];

function makeHelp() {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" });
  const rows = HELP.map(([keys, text]) => h("tr", {},
    h("td", {}, ...keys.split(", ").flatMap((key, i) => [i ? " " : "", h("kbd", {}, key)])), h("td", {}, text)));
  dialog.append(buttonOf("Close", "Close (Esc)", () => dialog.close()), h("h2", { id: "help-title" }, "Keys"),
    h("table", { "aria-labelledby": "help-title" }, h("tbody", {}, ...rows)),
    h("p", {}, "Self: samples with the method on top of the stack. Total: anywhere on it, each sample once, recursion or " +
      "not. Dragging over time, choosing threads or states restricts all parts to these samples; selecting a method " +
      "shows its callers and callees and marks it everywhere. All percentages are of the samples that are left. The address keeps it all: pass it on."));
  return dialog;
}
