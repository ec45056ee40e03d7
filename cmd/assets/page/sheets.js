// What commands answer, in tabs: their markup with tables that sort, filter and lead on. A name that is a thread, a
// method, or a lock, host or file of recorded events leads to it, wherever it stands.

const SHEET_ROWS = 12; // of a table at first

// What a cell is sorted by: "1 min 20 s", "608 MiB", "> 99 %", "1,741", "1.2 MiB/s" as numbers; null: it is none.
const SHEET_UNITS = { ns: 1e-6, "µs": 1e-3, us: 1e-3, ms: 1, s: 1000, min: 60000, h: 3600000, d: DAY, B: 1, KiB: 2 ** 10, MiB: 2 ** 20,
  GiB: 2 ** 30, TiB: 2 ** 40, PiB: 2 ** 50, "%": 1, "×": 1, x: 1, "": 1 };
function sortValue(text) {
  const words = text.trim().replace(/^[<>~≥≤]\s*/, "").replace(/\/s$/, "").replaceAll(",", "");
  const sign = /^[-−]/.test(words) ? -1 : 1, parts = [...words.replace(/^[-+−]\s*/, "").matchAll(/(\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*([^\d\s]*)\s*/g)];
  if (!parts.length || parts.map(([whole]) => whole).join("") !== words.replace(/^[-+−]\s*/, "")) return null;
  if (parts.some(([, , unit]) => SHEET_UNITS[unit] === undefined)) return null;
  return sign * parts.reduce((sum, [, number, unit]) => sum + Number(number) * SHEET_UNITS[unit], 0);
}

// The order of rows by a column: numbers (the largest first) or texts; what is neither comes last.
function sortedBy(keys, descending) {
  const order = keys.map((_, i) => i), none = (key) => key === null || key === "" || key === "-";
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
  return order.sort((a, b) => none(keys[a]) - none(keys[b]) || (none(keys[a]) ? 0 : descending ? compare(keys[b], keys[a]) : compare(keys[a], keys[b])) || a - b);
}

// Names that lead somewhere. Threads may share one; methods are without parameters, as reports have them.
function makeLeads(data, store) {
  const threads = new Map(), methods = new Map(), events = new Map();
  data.threads.forEach(({ name }, i) => name && threads.set(name, [...(threads.get(name) ?? []), i]));
  for (let i = 0; i < data.markers.n; i++) {
    const text = data.strings[data.markers.text[i]];
    if (text) events.set(text, (events.get(text) ?? 0) + 1);
  }
  let known = false;
  const methodKey = (text) => {
    if (!known) for (const { name, key, thread } of (store.state.by === "method" ? store.derived.grouping : makeGrouping(data, "method")).groups)
      if (!thread && !methods.has(name)) methods.set(name, key);
    known = true;
    return methods.get(text.replace(/ \(\d+ of \d+\)$|:\d+$/, ""));
  };
  // [title, action] or null; column: what stands above it.
  return (text, column) => {
    if (!text || text === "-") return null;
    if (events.has(text)) return [`${count(events.get(text))} events about it, over time and by thread`, () => store.change({ about: text, tab: THREADS_TAB })];
    if (threads.has(text)) return ["Only this thread", () => store.change({ threads: new Set(threads.get(text)), tab: PROFILE_TAB })];
    if (/^time/.test(column)) {
      const ms = parseTime(text, data.meta, 0, false);
      return Number.isNaN(ms) ? null : ["Half a second around it", () => store.change({ window: { from: Math.max(0, Math.floor(ms) - 250), to: Math.floor(ms) + 250 } })];
    }
    const key = /\.[^.\s]+$/.test(text.replace(/ \(\d+ of \d+\)$/, "")) ? methodKey(text) : undefined;
    return key ? ["Select the method in the profile", () => store.change({ by: "method", selected: key, tab: PROFILE_TAB, zoom: 0 })] : null;
  };
}

// A table of a sheet comes to life: headings sort, a field filters, names lead on.
function makeGrid(table, title, leadOf) {
  const [first, ...lines] = [...table.querySelectorAll("tr")], columns = [...first.children].map((cell) => cell.textContent);
  const body = h("tbody", {}, ...lines), isTree = Boolean(table.querySelector("td.tree"));
  const texts = lines.map((line) => [...line.children].map((cell) => cell.textContent));
  const keys = columns.map((_, c) => {
    const numbers = texts.map((row) => sortValue(row[c] ?? ""));
    return numbers.some((n) => n !== null) && texts.every((row, r) => numbers[r] !== null || !row[c] || row[c] === "-") ? numbers : texts.map((row) => row[c] ?? "");
  });
  let sorted = -1, descending = false, order = lines.map((_, i) => i), all = lines.length <= SHEET_ROWS + 3;
  const filter = h("input", { type: "search", placeholder: "Filter", spellcheck: "false", "aria-label": `Filter ${title}`, oninput: () => draw() });
  const matched = h("output", { class: "matched" });
  const more = buttonOf("", "", () => {
    all = true;
    draw();
  });
  const headings = [...first.children].map((cell, c) => {
    const sort = () => {
      const numeric = typeof keys[c].find((key) => key !== null && key !== "") === "number";
      descending = sorted === c ? !descending : numeric;
      sorted = c;
      order = sortedBy(keys[c], descending);
      draw();
      announce(`Sorted by ${columns[c]}, ${descending ? "largest first" : "smallest first"}`);
    };
    return h("th", { scope: "col", class: cell.className, "aria-sort": isTree ? null : "none" },
      isTree ? columns[c] : buttonOf(columns[c], `Sort by ${columns[c]}`, sort));
  });
  function draw() {
    const wanted = filter.value.trim().toLowerCase(), left = order.filter((i) => !wanted || texts[i].some((text) => text.toLowerCase().includes(wanted)));
    const shown = all || wanted ? left : left.slice(0, SHEET_ROWS);
    body.replaceChildren(...shown.map((i) => lines[i]));
    if (!left.length) body.append(h("tr", { class: "empty" }, h("td", { colspan: String(columns.length) }, "No row has it.")));
    matched.textContent = wanted ? `${count(left.length)} of ${count(lines.length)}` : "";
    more.hidden = shown.length === left.length;
    more.textContent = `${count(left.length - shown.length)} more`;
    if (!isTree) headings.forEach((heading, c) => heading.setAttribute("aria-sort", c !== sorted ? "none" : descending ? "descending" : "ascending"));
  }
  for (const line of lines)
    [...line.children].forEach((cell, c) => {
      if (cell.classList.contains("n") || cell.classList.contains("tree") || cell.childElementCount) return;
      const lead = leadOf(cell.textContent, columns[c]);
      if (lead) cell.replaceChildren(h("button", { type: "button", class: "link", title: lead[0], onclick: lead[1] }, cell.textContent));
    });
  table.replaceChildren(h("thead", {}, h("tr", {}, ...headings)), body);
  draw();
  return { bar: lines.length > 7 ? h("div", { class: "bar filter" }, filter, matched) : null, more };
}

// The markup is made by jfrtool, its names escaped there; it is made into elements when it is looked at first. No script
// runs in it whatever it has: the page's policy allows none but its own.
const partsOf = (markup) => h("div", {}, ...[...new DOMParser().parseFromString(decodeText(markup), "text/html").body.childNodes].map((node) => document.adoptNode(node)));
const headingOf = (sheet, element) => [...sheet.querySelectorAll("h2, h3, summary")]
  .findLast((one) => one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)?.textContent ?? "";

// Of two tables one, whose numbers are of both, behind the names: rows are known by their texts. Of lists of pairs, too.
function pairTables(after, before) {
  const isPairs = after.matches(".pairs"), [head] = after.rows, columns = [...head.cells].map((cell, c) => ({ c, title: cell.textContent, both: isPairs ? c > 0 : cell.classList.contains("n") }));
  columns.sort((a, b) => a.both - b.both);
  const rowsOf = (table) => [...table?.rows ?? []].slice(isPairs ? 0 : 1), keyOf = (row) => columns.flatMap(({ c, both }) => (both ? [] : [row.cells[c]?.textContent])).join("\n");
  const known = new Map(rowsOf(before).map((row) => [keyOf(row), row])), rows = rowsOf(after).map((row) => [row, known.get(keyOf(row))]);
  const there = new Set(rows.map(([row]) => keyOf(row)));
  for (const [key, row] of known) if (!there.has(key)) rows.push([null, row]);
  const cell = (row, c, title, other) => h("td", { class: other.cells[c]?.className ?? "", "data-is": title }, row?.cells[c]?.textContent ?? "-");
  const sides = (side) => columns.flatMap(({ c, title, both }) => (both ? ["before", "after"].map((when) => side(c, `${isPairs ? "" : `${title} `}${when}`, when)) : [side(c, isPairs ? "" : title, "")]));
  after.classList.add("paired");
  after.replaceChildren(h("tbody", {}, h("tr", {}, ...sides((c, title) => h(title ? "th" : "td", { class: isPairs ? "" : head.cells[c].className }, title))),
    ...rows.map(([now, then]) => h("tr", {}, ...sides((c, title, when) => cell(when === "before" ? then : when ? now : now ?? then, c, title, now ?? then))))));
}

// Sentences that follow each other, under what stands above them.
function runsOf(sheet) {
  const runs = new Map();
  for (const line of sheet.querySelectorAll(":scope > p")) {
    const heading = headingOf(sheet, line);
    runs.set(heading, [...runs.get(heading) ?? [], line]);
  }
  return runs;
}

// What one report says of both recordings, side by side: a table of both, sentences behind each other. Times are no two
// recordings' own: what stands by them is of the second.
function pairReports(after, before) {
  const like = (selector, element) => [...before.querySelectorAll(selector)].find((one) => headingOf(before, one) === headingOf(after, element));
  const said = runsOf(before);
  for (const [heading, lines] of runsOf(after)) {
    const text = (run) => run.map((line) => line.textContent).join(" "), others = said.get(heading) ?? [];
    if (!others.length || text(others) === text(lines)) continue;
    lines[0].before(h("p", {}, h("b", {}, "before: "), ...others.flatMap((line, i) => (i ? [h("br", {}), line.textContent] : [line.textContent]))));
    lines[0].prepend(h("b", {}, "after: "));
  }
  for (const table of after.querySelectorAll(".wide table, table.pairs")) {
    const other = like(table.matches(".pairs") ? "table.pairs" : ".wide table", table);
    if (table.querySelector("td.tree, td.chart")) continue;
    if (!table.matches(".pairs") && /^(from|time.*|s)$/.test(table.rows[0].cells[0].textContent)) table.closest(".wide").before(h("p", { class: "dim" }, "after"));
    else pairTables(table, other?.querySelector("td.tree, td.chart") ? null : other);
  }
}

function pairSheets(after, before) {
  const others = new Map([...before.children].map((report) => [report.dataset.report, report]));
  for (const report of [...after.children]) {
    const other = others.get(report.dataset.report);
    if (other) pairReports(report, other);
    else report.prepend(h("p", { class: "dim" }, "only after"));
    others.delete(report.dataset.report);
  }
  for (const report of others.values()) {
    report.prepend(h("p", { class: "dim" }, "only before"));
    after.append(report);
  }
}

// before: markup of the recording that it is compared with, or null.
function sheetOf(name, markup, leadOf, before) {
  const sheet = partsOf(markup);
  sheet.className = "sheet card";
  if (before) pairSheets(sheet, partsOf(before));
  for (const table of sheet.querySelectorAll("table")) table.setAttribute("aria-label", headingOf(sheet, table) || name);
  for (const wide of sheet.querySelectorAll(".wide")) {
    const { bar, more } = makeGrid(wide.querySelector("table"), headingOf(sheet, wide) || name, leadOf);
    if (bar) wide.before(bar);
    wide.append(more);
  }
  return sheet;
}
