// Hot methods: self and total of each method (line, class, package, module), as hot-methods has them.

const ROWS_SHOWN = 60, ROWS_MORE = 500;
const BY_WORDS = { method: "methods", line: "lines", class: "classes", package: "packages", module: "modules" };

function makeTable(data, store) {
  const by = selectOf("Rows are", BYS.map((name) => [name, `by ${name}`]),
    (value) => store.change({ by: value, selected: "", zoom: 0 }));
  const search = h("input", { type: "search", placeholder: "Search (regex)", spellcheck: "false",
    "aria-label": "Search by regular expression" });
  const matchCase = toggleButton("Aa", "Match case (c)", () => store.change({ matchCase: !store.state.matchCase }));
  const matched = h("output", { class: "matched" });
  const body = h("tbody", {}), foot = h("p", { class: "readout" });
  const more = buttonOf("", "", () => {
    shown += ROWS_MORE;
    draw();
  });
  const sorter = (field, text, title) => {
    const button = buttonOf(text, title, () => store.change({ sort: field }));
    return { field, header: h("th", { scope: "col", class: field === "name" ? "" : "number" }, button) };
  };
  const sorters = [sorter("self", "self", "Sort by samples on top of the stack"),
    sorter("total", "total", "Sort by samples anywhere on the stack"), sorter("name", "method", "Sort by name")];
  const [self, total, name] = sorters.map(({ header }) => header);
  const table = h("table", { class: "hot", role: "grid", "aria-labelledby": "methods-title" },
    h("thead", {}, h("tr", {}, self, h("th", { scope: "col", class: "number" }, "self %"), total,
      h("th", { scope: "col", class: "number" }, "total %"), name)), body);
  const csv = buttonOf("CSV", "Save all rows as a file", () => saveFile(`${data.meta.title}.csv`, csvOf(store.derived, rows, store.state.by)));
  const scroll = h("div", { class: "scroll", tabindex: -1 }, table, more);
  const title = h("h2", { id: "methods-title" }, "Hot methods");
  const section = h("section", { id: "methods", class: "card", "aria-labelledby": "methods-title" },
    h("div", { class: "bar" }, title, by, h("span", { class: "grow" }), matched, h("span", { class: "together" }, search, matchCase, csv)),
    scroll, foot);
  let shown = ROWS_SHOWN, rows = [], current = 0, room = Infinity;

  function row(g, place) {
    const { groups, grouping, weighed, selected } = store.derived, group = grouping.groups[g];
    const { amount } = wordsOf(data, store.state), all = weighed.all;
    const most = Math.max(groups[store.state.sort === "total" ? "total" : "self"][rows[0]] ?? 0, 1);
    const bar = h("span", { class: "share" });
    setBar(bar, groups[store.state.sort === "total" ? "total" : "self"][g], store.state.sort === "name" ? all : most);
    return h("tr", { tabindex: place === current ? 0 : -1, "aria-selected": String(g === selected), "data-group": g },
      h("td", { class: "number" }, amount(groups.self[g])), h("td", { class: "number" }, percentOf(groups.self[g], all)),
      h("td", { class: "number" }, amount(groups.total[g])), h("td", { class: "number" }, percentOf(groups.total[g], all)),
      h("td", { class: "method" }, bar, nameElement(group, true, room)));
  }

  // The selected row comes into sight; the page around the table stays where it is.
  function scrollToSelected() {
    const line = body.querySelector("tr[aria-selected=true]"), head = table.tHead.offsetHeight;
    if (!line) return;
    const top = line.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop, bottom = top + line.offsetHeight;
    if (top - head < scroll.scrollTop || bottom > scroll.scrollTop + scroll.clientHeight)
      scroll.scrollTop = top - Math.round((scroll.clientHeight - line.offsetHeight) / 2);
  }

  function draw() {
    const { state, derived } = store, hadFocus = body.contains(document.activeElement);
    rows = sortedRows(derived.grouping, derived.groups, state.sort, derived.matches);
    current = Math.min(Math.max(0, rows.indexOf(derived.selected)), Math.max(0, rows.length - 1));
    if (current >= shown) shown = current + 10;
    body.replaceChildren(...rows.slice(0, shown).map(row));
    if (!rows.length)
      body.append(h("tr", { class: "empty" }, h("td", { colspan: "5" }, derived.weighed.all
        ? "Nothing matches the search." : `No samples are left by the window, threads${data.meta.split ? ", values" : ""} and states.`)));
    more.hidden = rows.length <= shown;
    more.textContent = `${count(rows.length - shown)} more`;
    const words = BY_WORDS[state.by];
    title.textContent = `Hot ${words}`;
    name.firstChild.textContent = state.by;
    for (const { field, header } of sorters)
      header.setAttribute("aria-sort", field !== state.sort ? "none" : field === "name" ? "ascending" : "descending");
    const without = derived.weighed.withoutStack;
    foot.textContent = `${count(rows.length)} ${words}` + (without ? `; ${wordsOf(data, state).phrase(without)} without stack` : "");
    foot.textContent += `; percentages are of ${wordsOf(data, state).phrase(derived.weighed.all)}`;
    if (hadFocus) body.children[current]?.focus({ preventScroll: true });
  }

  const select = (g) => {
    const { grouping, selected } = store.derived;
    store.change({ selected: g === selected ? "" : grouping.groups[g].key });
  };
  body.addEventListener("click", (event) => {
    const group = event.target.closest("tr")?.dataset.group;
    if (group !== undefined && String(getSelection()) === "") select(Number(group));
  });
  body.addEventListener("contextmenu", (event) => {
    const group = event.target.closest("tr")?.dataset.group;
    if (group === undefined) return;
    event.preventDefault();
    openMenu(event.clientX, event.clientY, methodEntries(store, store.derived.grouping.groups[Number(group)], []));
  });
  // Lines are told when they are asked for: few rows ever are.
  body.addEventListener("pointerover", (event) => {
    const line = event.target.closest("tr[data-group]"), name = line?.querySelector(".name");
    if (!name || line.title || store.state.by !== "method") return;
    const { name: text, parameters: rest } = store.derived.grouping.groups[Number(line.dataset.group)];
    const lines = linesText(store.derived.lines(Number(line.dataset.group)), 5);
    line.title = text + rest + (lines && `\n${lines}`);
    name.removeAttribute("title");
  });
  body.addEventListener("keydown", (event) => {
    const line = event.target.closest("tr");
    if (!line?.dataset.group || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = [...body.children].indexOf(line), last = body.children.length - 1;
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: last, PageUp: place - 10, PageDown: place + 10 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      line.tabIndex = -1;
      const next = body.children[Math.min(Math.max(to, 0), last)];
      next.tabIndex = 0;
      next.focus();
      if (next.getBoundingClientRect().bottom > window.innerHeight) next.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      select(Number(line.dataset.group));
    } else if (event.key === "Escape" && store.derived.selected >= 0) {
      event.preventDefault();
      store.change({ selected: "" });
    }
  });

  let typing = 0;
  const searchNow = () => store.change({ search: search.value });
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(searchNow, 80);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      search.blur();
    } else if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(typing);
    searchNow();
  });

  onWidth(section, () => {
    room = name.clientWidth - 12 || Infinity;
    if (store.derived) draw();
  });
  whenShown(store, section, (state, derived, changed) => {
    by.value = state.by;
    if (document.activeElement !== search) search.value = state.search;
    pressed(matchCase, state.matchCase);
    search.setAttribute("aria-invalid", String(Boolean(derived.searchError)));
    matched.textContent = derived.searchError;
    if (derived.matchedStacks) {
      const hit = sumMarked(derived.matchedStacks, derived.weighed.stacks);
      const { phrase } = wordsOf(data, state);
      matched.textContent = `Matched: ${percentOf(hit, derived.weighed.all)} % (${phrase(hit)})`;
    }
    if (changed.has("by") || changed.has("search")) shown = ROWS_SHOWN;
    draw();
    if (changed.has("selected") || changed.has("sort")) scrollToSelected();
  });
  return { section, focus: () => (body.querySelector("tr[tabindex='0']") ?? search).focus(),
    search: () => {
      search.scrollIntoView({ block: "nearest" });
      search.focus();
      search.select();
    } };
}
