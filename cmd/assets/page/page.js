// Puts the page together and starts it.

const THEMES = ["auto", "light", "dark"];

function makePage(data) {
  // A verdict that nothing stands out names a method, too, but nobody needs to look at that.
  const told = data.meta.by === "method" ? keyOfFinding(data.meta.analyses.find(({ severity }) => severity === "WARNING" || severity === "INFO")) : "";
  const initial = { ...DEFAULTS, selected: told, by: data.meta.by, color: data.meta.color, measure: data.sets[0].about.by_value && data.sets.length > 1 ? "value" : data.meta.measure, reverse: data.meta.reverse,
    flame: data.meta.flame, view: data.meta.opens === "heat" ? "heat" : "chart" };
  const limits = { threads: data.threads.length, states: data.states.length, values: data.values.names.length };
  const fragment = () => location.hash.slice(1);
  const store = makeStore(unpackState(fragment(), initial, limits), makeDerive(data));

  let theme = "auto";
  const help = makeHelp(), actions = {
    theme: () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]),
    help: () => (help.open ? help.close() : help.showModal()),
    reset: () => store.change({ kind: "", measure: initial.measure, window: null, base: null, threads: null, states: null, values: null, selected: "", focus: "", without: "", search: "", zoom: 0 }),
  };
  const { header, showTheme } = makeHeader(data, store, actions), restrictions = makeRestrictions(data, store, actions);
  const time = makeTime(data, store), threads = makeThreads(data, store), table = makeTable(data, store);
  const callers = makeCallers(data, store), callees = makeCallees(data, store), flame = makeFlame(data, store);
  function useTheme(name) {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }
  function setTheme(name) {
    theme = name;
    useTheme(name);
    showTheme(name);
    time.draw();
    flame.draw();
  }
  // Paper is light; what is drawn has to be so before the page is laid out for it.
  const paintFor = (name) => () => {
    useTheme(name ?? theme);
    time.paint();
    flame.paint();
  };
  window.addEventListener("beforeprint", paintFor("light"));
  window.addEventListener("afterprint", paintFor(null));

  const when = h("div", { class: "row when" }, time.section, threads.section);
  const what = h("div", { class: "row what" }, table.section, flame.section);
  const around = h("div", { class: "row around" }, callers.section, callees.section);
  const foot = h("footer", {}, "Made by jfrtool.");
  let parts = [makeFindings(data, store), ...(data.meta.opens === "flame" ? [what, when, around] : [when, what, around]), makeFacts(data)];
  if (data.tabs.length) {
    const all = data.meta.analyses, tabs = makeTabs(store, [
      { name: PROFILE_TAB, make: () => [what, around] },
      { name: "Threads", make: () => [makeTracks(data, store).section] },
      { name: FINDINGS_TAB, label: `Findings ${all.length}`, make: () => [h("section", { class: "findings", id: "findings", "aria-label": "Findings" },
        ...all.map((finding) => makeFinding(data, store, finding, true)), all.length ? null : h("p", { class: "empty" }, "Nothing stands out."))] },
      { name: DIFFERENT_TAB, make: () => [makeDifferences(data, store)] },
      ...data.tabs.map(({ name, markup }) => ({ name, make: () => [sheetOf(markup)] })),
      { name: "About", make: () => [makeFacts(data)] },
    ]);
    parts = [makeVerdict(data, store), when, tabs.list, ...tabs.elements];
  }
  const main = h("main", { class: data.tabs.length ? "whole" : "" }, ...parts);
  document.getElementById("opening").replaceWith(header, restrictions, main, foot, help, liveRegion);

  // Table and flame graph end where the window ends, as the page opens.
  const fitWindow = () => what.style.setProperty("--above", `${Math.round(what.getBoundingClientRect().top + window.scrollY)}px`);
  new ResizeObserver(fitWindow).observe(when);

  // ---- Keys

  const places = [time, threads, table, flame, callers];
  const go = (i) => {
    places[i].section.scrollIntoView({ block: "start" });
    places[i].focus();
  };
  // With the frame that is pointed at, or else with the selected.
  const act = (withFrame, withKey) => withFrame() === false && store.derived.selected >= 0 && withKey(store, store.state.selected);
  const commands = {
    "/": () => table.search(), c: () => store.change({ matchCase: !store.state.matchCase }), n: () => flame.step(1), N: () => flame.step(-1),
    s: () => flame.select(), y: () => flame.copyName(), 0: () => store.change({ zoom: 0 }), Backspace: () => flame.out(),
    f: () => act(flame.focusOn, focusOn), e: () => act(flame.leaveOut, leaveOut), o: () => store.change({ fold: !store.state.fold, zoom: 0 }),
    r: () => store.change({ reverse: !store.state.reverse, zoom: 0 }), i: () => store.change({ flame: !store.state.flame }),
    h: () => store.change({ view: store.state.view === "heat" ? "chart" : "heat" }), w: () => store.change({ window: null }),
    x: actions.reset, d: actions.theme, "?": actions.help,
    1: () => go(0), 2: () => go(1), 3: () => go(2), 4: () => go(3), 5: () => go(4),
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (help.open && event.key !== "?") return;
    if (!Object.hasOwn(commands, event.key)) return;
    event.preventDefault();
    commands[event.key]();
  });

  // ---- The address

  let written = fragment(), writing = 0;
  const remember = () => {
    const packed = packState(store.state, initial);
    if (packed === written) return;
    written = packed;
    try {
      history.replaceState(null, "", packed ? `#${packed}` : location.pathname + location.search);
    } catch {
      // a page in a sandbox has no history of its own
    }
  };
  store.watch(() => {
    clearTimeout(writing);
    writing = setTimeout(remember, 150);
  });
  window.addEventListener("hashchange", () => {
    if (fragment() === written) return;
    written = fragment();
    Object.assign(store.state, unpackState(written, initial, limits));
    store.tell();
  });
  window.addEventListener("pagehide", remember);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(theme));

  store.tell();
  setTheme("auto");
  document.documentElement.dataset.ready = "1";
  performance.mark("ready");
}

async function start() {
  const opening = document.getElementById("opening"), packed = document.getElementById("data");
  if (typeof DecompressionStream === "undefined") {
    opening.textContent = "This browser cannot unpack the report: it needs Chrome 80, Firefox 113, Safari 16.4 or later.";
    return;
  }
  try {
    const data = readData(await unpack(packed.textContent));
    packed.remove();
    makePage(data);
  } catch (error) {
    opening.textContent = `The report cannot be shown: ${error.message}`;
    throw error;
  }
}
start();
