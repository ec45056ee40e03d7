// Tabs below the time: where time went, the profile, threads over time, findings, and what other commands answer.

const ACCOUNT_TAB = "Account", PROFILE_TAB = "Profile", FLAME_TAB = "Flame graph", THREADS_TAB = "Threads", FINDINGS_TAB = "Findings";

// Parts that wait for their turn: one is drawn before each picture.
const waitingParts = new Set();
const drawNextPart = onNextFrame(() => {
  const [part] = waitingParts;
  waitingParts.delete(part);
  if (waitingParts.size) drawNextPart();
  part();
});

// A part is drawn when it is in sight: what changed while its tab was closed is made up for when it opens. While
// something is dragged parts take turns, so that none of them keeps the page from following.
function whenShown(store, section, draw) {
  let missed = new Set();
  const show = () => {
    if (!missed.size || !section.isConnected || section.closest("[hidden]")) return;
    const all = missed;
    missed = new Set();
    draw(store.state, store.derived, all);
  };
  store.watch((state, derived, changed) => {
    for (const field of changed) missed.add(field);
    if (!store.held) return show();
    waitingParts.add(show);
    drawNextPart();
  });
}

// panels: [{ name, label, make() -> sections, once, show(element), each time }]
function makeTabs(store, panels) {
  const known = (name) => panels.find((panel) => panel.name === name) ?? panels[0];
  const open = (name) => store.change({ tab: name });
  const buttons = panels.map((panel, i) => h("button", { type: "button", role: "tab", id: `tab-${i}`, "aria-controls": `panel-${i}`,
    onclick: () => open(panel.name) }, panel.label ?? panel.name));
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "What is shown below the time" }, ...buttons);
  const elements = panels.map((panel, i) => h("div", { class: "panel", role: "tabpanel", id: `panel-${i}`, "aria-labelledby": `tab-${i}`, hidden: true }));
  list.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(event.target), to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = (to + buttons.length) % buttons.length;
    open(panels[next].name);
    buttons[next].focus();
  });
  const made = new Set();
  let shown = null;
  store.watchFirst((state) => {
    const chosen = known(state.tab);
    if (chosen === shown) return;
    shown = chosen;
    panels.forEach((panel, i) => {
      const on = panel === chosen;
      buttons[i].setAttribute("aria-selected", String(on));
      buttons[i].tabIndex = on ? 0 : -1;
      elements[i].hidden = !on;
      if (!on) return;
      if (!made.has(panel)) elements[i].append(...panel.make());
      made.add(panel);
      panel.show?.(elements[i]);
    });
  });
  return { list, elements };
}
