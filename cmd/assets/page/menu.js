// What can be done with a method, wherever it stands: a menu at the pointer, and files to save.

// entries: [[text, action], ...]; an action that is null cannot be chosen. Closes by itself.
function openMenu(x, y, entries) {
  const before = document.activeElement;
  const close = (back) => {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    window.removeEventListener("blur", closeOnly);
    if (back) before?.focus?.({ preventScroll: true });
  };
  const closeOnly = () => close(false), outside = (event) => menu.contains(event.target) || close(false);
  const items = entries.map(([text, action]) => h("button", { type: "button", role: "menuitem", disabled: !action, onclick: () => {
    close(true);
    action();
  } }, text));
  const menu = h("div", { class: "menu", role: "menu", onkeydown: (event) => {
    const open = items.filter((item) => !item.disabled), at = open.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) open.at(to % open.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  } }, ...items);
  document.body.append(menu);
  menu.style.left = `${Math.max(4, Math.min(x, window.innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, window.innerHeight - menu.offsetHeight - 8))}px`;
  document.addEventListener("pointerdown", outside, true);
  window.addEventListener("blur", closeOnly);
  items.find((item) => !item.disabled)?.focus({ preventScroll: true });
}

// Focus and what is left out are methods: rows by anything else cannot be them.
const canRestrict = (store) => store.state.by === "method";
const focusOn = (store, key) => canRestrict(store) && store.change({ focus: key, without: "", zoom: 0 });
function leaveOut(store, key) {
  if (!canRestrict(store)) return;
  const { without, focus, selected } = store.state;
  store.change({ without: without ? `${without}\n${key}` : key, focus: focus === key ? "" : focus, zoom: 0,
    selected: selected === key ? "" : selected });
}

function methodEntries(store, group, more) {
  const restrict = canRestrict(store), { key } = group;
  return [["Select", () => store.change({ selected: key })], ...more,
    ["Only samples with it", restrict ? () => focusOn(store, key) : null],
    ["No samples with it", restrict ? () => leaveOut(store, key) : null],
    ["Copy name", () => copyText(group.name + group.parameters)]];
}

// "55 % in line 120, 20 % in line 131"; "" where no line is known.
function linesText(lines, shown) {
  const words = lines.slice(0, shown).map(([line, part]) => `${Math.round(100 * part)} % in line ${line}`);
  return words.join(", ") + (lines.length > shown ? ` and ${count(lines.length - shown)} more` : "");
}

// ---- Files ----------------------------------------------------------------------------------

function saveFile(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name.replace(/[^\w.-]+/g, "_") });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  announce(`Saved: ${link.download}`);
}

// The rows as hot-methods --format csv has them, all of them.
function csvOf(derived, rows, by) {
  const harmless = (text) => (/^[=+\-@\t]/.test(text) ? `'${text}` : text); // to a spreadsheet
  const quote = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const share = (n) => (derived.weighed.all ? (100 * n) / derived.weighed.all : 0).toFixed(4).replace(/\.?0+$/, "");
  const { self, total } = derived.groups, lines = [`self,self_percent,total,total_percent,${by}`];
  for (const g of rows) {
    const { name, parameters: rest } = derived.grouping.groups[g];
    lines.push([self[g], share(self[g]), total[g], share(total[g]), quote(harmless(name + rest))].join(","));
  }
  return new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" });
}
