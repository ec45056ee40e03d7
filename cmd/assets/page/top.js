// What stands around the parts: title, restrictions in force, findings, facts, help.

function makeHeader(data, store, actions) {
  const { meta } = data, span = duration(Math.max(meta.duration_ms, 1));
  const theme = buttonOf("", "Light, dark or as the system has it (d)", actions.theme);
  const measure = selectOf("What is counted", [["count", "samples"], ["value", meta.unit === "ns" ? "time" : "bytes"]],
    (value) => store.change({ measure: value }));
  store.watch((state) => (measure.value = state.measure));
  const about = [meta.event ?? "no samples", samples(meta.samples), span];
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
    const some = weighed.all !== whole.all || state.window || state.threads || state.states;
    line.textContent = some
      ? `${amount(weighed.all)} of ${phrase(whole.all)} (${percentOf(weighed.all, whole.all)} %)`
      : `All ${phrase(whole.all)}`;
    const list = [];
    if (state.window) list.push(chip(`${clock(state.window.from)} – ${clock(state.window.to)}`, "All times (w)",
      () => store.change({ window: null })));
    if (state.threads) list.push(chip(chosenWords(state.threads, (i) => threadName(data.threads[i]), "thread"),
      "All threads", () => store.change({ threads: null })));
    if (state.states) list.push(chip(chosenWords(state.states, (i) => stateWord(data.states[i]), "state"), "All states",
      () => store.change({ states: null })));
    if (derived.selected >= 0) list.push(chip(`selected: ${state.selected}`, "Select nothing",
      () => store.change({ selected: "" })));
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
  if (state.measure === "value") words.push("--measure", "value");
  if (data.meta.event) words.push("--event", data.meta.event.replaceAll("+", ","));
  if (state.window)
    words.push("--from", absolute(data, state.window.from), "--to", absolute(data, state.window.to));
  if (state.threads) {
    const names = [...new Set([...state.threads].map((i) => data.threads[i].name))];
    words.push("--thread", `^(${names.map((name) => name.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")).join("|")})$`);
  }
  if (state.states) words.push("--state", [...state.states].map((i) => data.states[i]).join(","));
  words.push(data.meta.title);
  return words.map(quote).join(" ");
}

// ---- Findings -------------------------------------------------------------------------------

function makeFindings(data, store) {
  if (!data.meta.analyses.length) return null;
  const SIGNS = { WARNING: "▲", INFO: "●", OK: "✓", NA: "–" };
  const items = data.meta.analyses.map((finding) => {
    const buttons = h("p", { class: "finding-tools" });
    if (finding.method) {
      const [holder, method, descriptor] = finding.method;
      const key = `${holder && `${holder}.`}${method}${parameters(descriptor)}`;
      buttons.append(buttonOf("Select the method", key, () => store.change({ by: "method", selected: key, zoom: 0 })));
    }
    if (finding.window) {
      const [from, to] = finding.window;
      buttons.append(buttonOf(`Show ${clock(from)} – ${clock(to)}`, "Only its window of time", () => store.change({ window: { from, to } })));
    }
    const score = finding.score === undefined ? null : h("span", { class: "score" }, `score ${finding.score} of 100`);
    return h("article", { class: `finding ${finding.severity.toLowerCase()}` },
      h("h2", {}, h("span", { class: "severity", "aria-hidden": "true" }, SIGNS[finding.severity] ?? "●"), " ",
        finding.title, " ", score),
      ...finding.text.map((paragraph) => h("p", {}, paragraph)), buttons.childElementCount ? buttons : null);
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
  ["1 … 5", "go to time, threads, methods, their relatives, the flame graph"],
  ["Arrows, Home, End", "move in the part that has the focus; in time with Shift: extend the window"],
  ["Enter", "select the row; zoom to the frame; open or close a branch"],
  ["s", "select the method of the flame graph's frame"], ["y", "copy the name of the frame or of the selected"],
  ["0, Backspace", "reset the zoom; zoom out by one frame"],
  ["r", "merge the flame graph from the leaves, or from the roots"], ["i", "flames or icicles"],
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
      "shows its predecessors and successors and marks it everywhere. The address keeps it all: pass it on."));
  return dialog;
}
