// Tabs below the time: the profile, threads over time, findings, and what other commands answer, as their markup.
// A page of one kind of samples has none.

const PROFILE_TAB = "Profile", FINDINGS_TAB = "Findings";

// The markup is made by jfrtool, its names escaped there; it is made into elements when it is looked at first. No script
// runs in it whatever it has: the page's policy allows none but its own.
function sheetOf(markup) {
  const parsed = new DOMParser().parseFromString(decodeText(markup), "text/html");
  return h("div", { class: "sheet card" }, ...[...parsed.body.childNodes].map((node) => document.adoptNode(node)));
}

// panels: [{ name, label, section(s), shown() }]; the first is open.
function makeTabs(store, panels) {
  const known = (name) => panels.find((panel) => panel.name === name) ?? panels[0];
  const open = (name) => store.change({ tab: name === panels[0].name ? "" : name });
  const buttons = panels.map((panel, i) => h("button", { type: "button", role: "tab", id: `tab-${i}`, "aria-controls": `panel-${i}`,
    onclick: () => open(panel.name) }, panel.label ?? panel.name));
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "What is shown below the time" }, ...buttons);
  const elements = panels.map((panel, i) => h("div", { class: "panel", role: "tabpanel", id: `panel-${i}`, "aria-labelledby": `tab-${i}` }));
  list.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(event.target), to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = (to + buttons.length) % buttons.length;
    open(panels[next].name);
    buttons[next].focus();
  });
  const made = new Set();
  store.watch((state) => {
    const chosen = known(state.tab);
    panels.forEach((panel, i) => {
      const on = panel === chosen;
      buttons[i].setAttribute("aria-selected", String(on));
      buttons[i].tabIndex = on ? 0 : -1;
      elements[i].hidden = !on;
      if (on && !made.has(panel)) {
        made.add(panel);
        elements[i].append(...panel.make());
      }
    });
  });
  return { list, elements };
}
