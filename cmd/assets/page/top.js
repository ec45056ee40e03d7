// What stands around the parts: title, restrictions in force, findings, facts, help.

function makeHeader(data, store, actions) {
  const { meta } = data, span = duration(Math.max(meta.duration_ms, 1));
  const theme = buttonOf("", "Light, dark or as the system has it (d)", actions.theme);
  const measure = selectOf("What is counted", [["count", "samples"], ["value", meta.unit === "ns" ? "time" : "bytes"]],
    (value) => store.change({ measure: value }));
  store.watch((state) => (measure.value = state.measure));
  const about = [meta.event ?? "no samples", samples(meta.samples), span];
  if (meta.start_ms) about.push(`from ${dateText(meta, 0)}`);
  const showTheme = (name) => (theme.textContent = { light: "☀ Light", dark: "☾ Dark", auto: "◐ Auto" }[name]);
  const header = h("header", {},
    h("div", { class: "titles" }, h("h1", { dir: "auto" }, meta.title), h("p", { class: "about" }, about.join(" · "))),
    h("div", { class: "tools" }, meta.unit ? measure : null, theme,
      buttonOf("? Keys", "All keys (?)", actions.help)));
  return { header, showTheme };
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
    h("span", { class: "grow" }), buttonOf("Copy command", "The command line that shows the same",
      () => copyText(commandLine(data, store.state))), reset);
  store.watch((state, derived) => {
    const { amount, phrase } = measureWords(data.meta.unit, state.measure), { weighed, whole } = derived;
    const some = weighed.all !== whole.all || state.window || state.threads || state.states || state.focus || state.without;
    line.textContent = some
      ? `${amount(weighed.all)} of ${phrase(whole.all)} (${percentOf(weighed.all, whole.all)} %)`
      : `All ${phrase(whole.all)}`;
    const list = [];
    if (state.window) list.push(chip(`${offsetText(state.window.from)} – ${offsetText(state.window.to)}`, "All times (w)",
      () => store.change({ window: null })));
    if (state.threads) list.push(chip(chosenWords(state.threads, (i) => threadName(data.threads[i]), "thread"),
      "All threads", () => store.change({ threads: null })));
    if (state.states) list.push(chip(chosenWords(state.states, (i) => stateWord(data.states[i]), "state"), "All states",
      () => store.change({ states: null })));
    if (state.focus) list.push(chip(`only with: ${state.focus}`, "Samples without it, too", () => store.change({ focus: "", zoom: 0 })));
    for (const key of state.without ? state.without.split("\n") : [])
      list.push(chip(`without: ${key}`, "Samples with it, too",
        () => store.change({ without: state.without.split("\n").filter((other) => other !== key).join("\n"), zoom: 0 })));
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

// The command that counts the same samples.
function commandLine(data, state) {
  const quote = (text) => (/^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const words = ["jfrtool", "hot-methods"];
  if (state.by !== "method") words.push("--by", state.by);
  if (state.sort === "total") words.push("--sort", "total");
  if ((state.measure === "value") !== data.meta.by_value) words.push("--measure", state.measure === "value" ? "value" : "samples");
  if (data.meta.event) words.push("--event", data.meta.event.replaceAll("+", ","));
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
  words.push(data.meta.title);
  return words.map(quote).join(" ");
}

// ---- Findings -------------------------------------------------------------------------------

// The key of the method that a finding is about, or "".
function keyOfFinding(finding) {
  if (!finding?.method) return "";
  const [holder, method, descriptor] = finding.method;
  return `${holder && `${holder}.`}${method}${parameters(descriptor)}`;
}

// Each is one line, with the reasons to unfold.
function makeFindings(data, store) {
  if (!data.meta.analyses.length) return null;
  const SIGNS = { WARNING: "▲", INFO: "●", OK: "✓", NA: "–" };
  const items = data.meta.analyses.map((finding) => {
    const tools = [], key = keyOfFinding(finding);
    if (key) tools.push(buttonOf("Select the method", key, () => store.change({ by: "method", selected: key, zoom: 0 })));
    if (finding.window) {
      const [from, to] = finding.window;
      tools.push(buttonOf(`Show ${offsetText(from)} – ${offsetText(to)}`, "Only its window of time", () => store.change({ window: { from, to } })));
    }
    const details = h("div", { class: "why", hidden: true }, ...finding.text.map((paragraph) => h("p", {}, paragraph)));
    const unfold = buttonOf("Details", "What it rests on", () => {
      details.hidden = !details.hidden;
      unfold.setAttribute("aria-expanded", String(!details.hidden));
    }, { "aria-expanded": "false" });
    return h("article", { class: `finding ${finding.severity.toLowerCase()}` },
      h("div", { class: "verdict" }, h("h2", { title: finding.title }, h("span", { class: "severity", "aria-hidden": "true" }, SIGNS[finding.severity] ?? "●"),
        " ", finding.title), ...tools, finding.text.length ? unfold : null), details);
  });
  return h("section", { class: "findings", id: "findings", "aria-label": "Findings" }, ...items);
}

// ---- Facts ----------------------------------------------------------------------------------

function makeFacts({ meta }) {
  const rows = meta.facts.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { dir: "auto" }, value)));
  return h("section", { id: "facts", class: "card", "aria-labelledby": "facts-title" },
    h("h2", { id: "facts-title" }, "About the recording"),
    h("table", { class: "facts" }, h("tbody", {}, ...rows)),
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
  ["r", "merge the flame graph from the leaves, or from the roots"], ["i", "flames or icicles"],
  ["o", "fold recursion, or show every call"],
  ["h", "time as chart or heat map"], ["w", "all times"], ["x", "reset all"],
  ["d", "light, dark, or as the system has it"], ["Esc", "clear what the focus is in; close this"], ["?", "this help"],
];

function makeHelp() {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" });
  const rows = HELP.map(([keys, text]) => h("tr", {},
    h("td", {}, ...keys.split(", ").flatMap((key, i) => [i ? " " : "", h("kbd", {}, key)])), h("td", {}, text)));
  dialog.append(buttonOf("Close", "Close (Esc)", () => dialog.close()), h("h2", { id: "help-title" }, "Keys"),
    h("table", {}, h("tbody", {}, ...rows)),
    h("p", {}, "Self: samples with the method on top of the stack. Total: anywhere on it, each sample once, recursion or " +
      "not. Dragging over time, choosing threads or states restricts all parts to these samples; selecting a method " +
      "shows its callers and callees and marks it everywhere. All percentages are of the samples that are left. The address keeps it all: pass it on."));
  return dialog;
}
