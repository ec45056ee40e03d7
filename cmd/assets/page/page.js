// Puts the page together and starts it.

const THEMES = ["auto", "light", "dark"];

// What is open at first, of which command the page is.
const OPENS = { account: ACCOUNT_TAB, changes: CHANGES_TAB, methods: PROFILE_TAB, heat: PROFILE_TAB, flame: FLAME_TAB };

function makePage(data, ready) {
  // A verdict that nothing stands out names a method, too, but nobody needs to look at that.
  const told = data.meta.by === "method" ? keyOfFinding(data.meta.analyses.find(({ severity }) => severity === "WARNING" || severity === "INFO")) : "";
  const initial = { ...DEFAULTS, tab: OPENS[data.meta.opens], selected: told, by: data.meta.by, color: data.meta.color, measure: data.meta.measure, reverse: data.meta.reverse,
    flame: data.meta.flame, view: data.meta.opens === "heat" ? "heat" : "chart" };
  if (data.meta.sides) {
    const [base, window] = data.meta.sides.map(({ from, to }) => ({ from, to }));
    Object.assign(initial, { base, window, color: "difference" });
  }
  const limits = { threads: data.threads.length, states: data.states.length, values: data.values.names.length };
  const fragment = () => location.hash.slice(1);
  const store = makeStore(unpackState(fragment(), initial, limits), makeDerive(data, ready));

  let theme = "auto";
  const help = makeHelp(), actions = {
    theme: () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]),
    help: () => (help.open ? help.close() : help.showModal()),
    reset: () => store.change({ kind: "", measure: initial.measure, window: initial.window, base: initial.base, threads: null, states: null, values: null, about: "", during: false, selected: "", focus: "", without: "", search: "", zoom: 0 }),
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
  const what = h("div", { class: "row what" }, table.section);
  const around = h("div", { class: "row around" }, callers.section, callees.section);
  const border = makeBorder(what, () => store.change({ tab: FLAME_TAB }));
  const leadOf = makeLeads(data, store);
  const sheets = data.tabs.map(({ name, markup, before }) => ({ name, make: () => {
    const parts = [makePlots(data, store, name), sheetOf(name, markup, leadOf, before)].filter(Boolean);
    return name === ACCOUNT_TAB ? parts.reverse() : parts;
  } }));
  const account = sheets.filter(({ name }) => name === ACCOUNT_TAB || name === CHANGES_TAB);
  const tabs = makeTabs(store, [
    ...account,
    { name: PROFILE_TAB, make: () => [what, around], show: () => what.append(border, flame.section) },
    { name: FLAME_TAB, make: () => [], show: (panel) => panel.append(flame.section) },
    { name: THREADS_TAB, make: () => [makeEvents(data, store), makeTracks(data, store).section] },
    { name: FINDINGS_TAB, label: `Findings ${data.meta.analyses.filter(({ severity }) => severity !== "OK" && severity !== "NA").length}`, make: () => [makeFindings(data, store)] },
    ...sheets.filter((sheet) => !account.includes(sheet)),
    { name: DIFFERENT_TAB, make: () => [makeDifferences(data, store)] },
    { name: "About", make: () => [makeFacts(data)] },
  ]);
  const main = h("main", {}, makeVerdict(data, store), when, tabs.list, ...tabs.elements);
  store.watchFirst((state) => {
    if (state.full && ![PROFILE_TAB, FLAME_TAB].includes(state.tab)) state.tab = FLAME_TAB;
    main.classList.toggle("small", isSmallTab(state.tab));
    threads.section.hidden = isSmallTab(state.tab);
  });
  document.getElementById("opening").replaceWith(header, restrictions, main, h("footer", {}, "Made by jfrtool."), help, liveRegion);

  // Table and flame graph end where the window ends, as the page opens.
  const fitWindow = () => main.style.setProperty("--above", `${Math.round(tabs.list.getBoundingClientRect().bottom + window.scrollY + 12)}px`);
  new ResizeObserver(fitWindow).observe(when);

  // ---- Keys

  const places = [time, threads, table, flame, callers];
  const go = (i) => {
    const { tab } = store.state, open = i < 2 ? (i === 1 && isSmallTab(tab) ? PROFILE_TAB : tab) : i === 3 && tab === FLAME_TAB ? tab : PROFILE_TAB;
    store.change({ full: false, tab: open });
    places[i].section.scrollIntoView({ block: "start" });
    places[i].focus();
  };
  // With the frame that is pointed at, or else with the selected.
  const act = (withFrame, withKey) => withFrame() === false && store.derived.selected >= 0 && withKey(store, store.state.selected);
  const commands = {
    "/": () => (store.state.full || store.state.tab === FLAME_TAB ? flame : table).search(),
    m: () => store.change({ full: !store.state.full, tab: [PROFILE_TAB, FLAME_TAB].includes(store.state.tab) ? store.state.tab : FLAME_TAB }), c: () => store.change({ matchCase: !store.state.matchCase }), n: () => flame.step(1), N: () => flame.step(-1),
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

  // What was chosen is a step of its own, which Back takes back; how it is looked at is none. While something is
  // dragged or typed there is no step yet.
  const STEPS = ["tab", "full", "kind", "by", "selected", "focus", "without", "window", "base", "threads", "states", "values", "about", "during", "zoom", "search"];
  let written = fragment(), writing = 0, step = false;
  const remember = () => {
    const packed = packState(store.state, initial);
    if (packed === written) return;
    const address = packed ? `#${packed}` : location.pathname + location.search;
    written = packed;
    try {
      if (step) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    } catch {
      // a page in a sandbox has no history of its own
    }
    step = false;
  };
  const rememberSoon = () => {
    clearTimeout(writing);
    if (!store.held) writing = setTimeout(remember, 150);
  };
  document.addEventListener("pointerdown", () => (store.held = true), true);
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => {
      store.held = false;
      rememberSoon();
    }, true);
  store.watch((state, derived, changed) => {
    step ||= changed.size < STEPS.length && STEPS.some((field) => changed.has(field));
    rememberSoon();
  });
  const follow = () => {
    if (fragment() === written) return;
    written = fragment();
    clearTimeout(writing);
    Object.assign(store.state, unpackState(written, initial, limits));
    store.tell();
    clearTimeout(writing);
  };
  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);
  window.addEventListener("pagehide", remember);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(theme));

  store.tell();
  setTheme("auto");
  document.documentElement.dataset.ready = "1";
  performance.mark("ready");
}

async function start() {
  const opening = document.getElementById("opening"), packed = [...document.querySelectorAll("script[type='text/plain']")];
  if (typeof DecompressionStream === "undefined") {
    opening.textContent = "This browser cannot unpack the report: it needs Chrome 80, Firefox 113, Safari 16.4 or later.";
    return;
  }
  const script = document.querySelector("script:not([type])").textContent, texts = packed.map((element) => element.textContent);
  for (const element of packed) element.remove();
  try {
    const { data, ready } = await openInWorker(script, texts).catch((error) => {
      if (error.said) throw error;
      return openData(texts); // no worker here
    });
    makePage(data, ready);
  } catch (error) {
    opening.textContent = `The report cannot be shown: ${error.message}`;
    throw error;
  }
}
start();
