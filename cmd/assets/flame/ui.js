// The flame graph in the page, part 2: toolbar, status line, zoom, search, keys. Continues
// flame.js in the same function.

// ---- What stands around the frames ----------------------------------------------------------

const html = (name, properties, ...children) => {
  const element = document.createElementNS(HTML, name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
};
const button = (text, title, action) => {
  const element = html("button", { type: "button", title }, text);
  element.addEventListener("click", action);
  return element;
};

const [title, subtitle, note] = ["title", "subtitle", "note"].map((name) => svg.querySelector(`text.${name}`));
const titleText = svg.querySelector("title").textContent.replace(/ - flame graph$/, "");
const subtitleText = svg.querySelector("desc").textContent;
const noteText = note.textContent;
const keys = [...svg.querySelectorAll(".legend > g")];

const ui = {
  input: html("input", { type: "search", placeholder: "Search (regex)", spellcheck: false }),
  matched: html("output", {}),
  matchCase: button("Aa", "Match case (c)", () => setCase(!search.matchCase)),
  reset: button("Reset zoom", "Reset zoom (0)", () => zoom(0)),
  side: button("", "Widths of the other side (b)", () => switchSide()),
  flip: button("", "Root on top or at the bottom (i)", () => flip()),
  help: button("?", "Help (?)", () => showHelp(true)),
};
ui.input.setAttribute("aria-label", "Search frames by regular expression");
ui.matched.setAttribute("aria-live", "polite");
const bar = html("div", { className: "bar" }, ui.matched, ui.input, ui.matchCase, ui.reset, ui.side, ui.flip, ui.help);
bar.setAttribute("role", "toolbar");
bar.setAttribute("aria-label", "Flame graph");
const barBox = make("foreignObject", { height: 34 }, bar);

const status = {
  box: make("g", { class: "status", "aria-live": "polite" }),
  back: make("rect", { rx: 6, height: STATUS - 4 }),
  name: make("text", { class: "name", x: PAD + 10, y: 17 }),
  facts: make("text", { class: "facts", x: PAD + 10, y: 33 }),
};
status.box.append(status.back, status.name, status.facts);

let barTop = 0;

// Toolbar beside the title, or below it where the window is narrow; the legend wraps.
function placeHead() {
  const width = view.width - 2 * PAD, beside = width >= 860;
  const barWidth = beside ? Math.min(720, width * 0.64) : width;
  const room = beside ? width - barWidth - 12 : width;
  setFont(pen.font.replace(/^[\d.]+px/, "bold 17px"));
  title.textContent = fitMiddle(titleText, room);
  useFont();
  // Below the toolbar, where there is room for all of it.
  subtitle.textContent = fitMiddle(subtitleText, width);
  subtitle.setAttribute("y", beside ? 58 : 44);
  barTop = beside ? 10 : 52;
  barBox.setAttribute("x", PAD + width - barWidth);
  barBox.setAttribute("width", barWidth);
  let x = PAD, y = beside ? 70 : 94;
  for (const key of keys) {
    const keyWidth = 33 + textWidth(key.textContent);
    if (x > PAD && x + keyWidth > PAD + width) {
      x = PAD;
      y += 18;
    }
    key.setAttribute("transform", `translate(${x},${y})`);
    x += keyWidth;
  }
  view.top = y + (keys.length ? 20 : 0);
}

function place() {
  svg.removeAttribute("viewBox");
  svg.removeAttribute("height");
  svg.setAttribute("width", "100%");
  view.width = Math.max(240, svg.getBoundingClientRect().width);
  useFont();
  placeHead();
  note.textContent = fitMiddle(noteText, view.width - 2 * PAD);
  status.back.setAttribute("x", PAD);
  status.back.setAttribute("width", view.width - 2 * PAD);
  draw();
  describe(view.focus);
}

// The frames, and what stands below them. The rows grow where zooming brings up deeper frames;
// what one is looking at should stay where it is.
function draw() {
  const before = rowTop(frames.depth[view.zoom]);
  ui.reset.hidden = view.zoom === 0;
  ui.side.hidden = !compared;
  ui.side.textContent = side ? "Show new" : "Show base";
  ui.flip.textContent = view.rootOnTop ? "Flame" : "Icicle";
  drawFrames();
  note.setAttribute("y", view.bottom + 15);
  stretch();
  if (alone) window.scrollBy(0, rowTop(frames.depth[view.zoom]) - before);
  follow();
}

const rowsEnd = () => view.bottom + (noteText ? 20 : 4);

// As high as the picture, or the window if that is higher: its background is ours too.
function stretch() {
  const height = rowsEnd() + STATUS;
  svg.style.height = `${alone ? Math.max(height, window.innerHeight) : height}px`;
}

// Toolbar and status line stay in sight when a tall picture is scrolled.
function follow() {
  const offset = -svg.getBoundingClientRect().top;
  const down = Math.min(rowsEnd(), offset + window.innerHeight - STATUS);
  status.box.setAttribute("transform", `translate(0,${Math.max(0, down)})`);
  barBox.setAttribute("y", Math.max(barTop, offset + 4));
}

function describe(i) {
  if (i < 0 && view.zoom > 0) i = view.zoom;
  const width = view.width - 2 * PAD - 20;
  if (i < 0) {
    const what = compared ? `Widths of ${side ? "base" : "new"}` : "All";
    // The title is out of sight where the root is below the window's end.
    status.name.textContent = fitMiddle(`${what}: ${amountOf(all)}${titleText && `, ${titleText}`}`, width / 1.08);
    status.facts.textContent = fitMiddle("Click a frame to zoom in, / to search, ? for all keys", width);
    return;
  }
  const total = frames.total[i], parent = frames.parent[i], type = TYPES[frames.name[i].type];
  const facts = compared ? [...change(i), KINDS[frames.name[i].color] ?? ""].filter(Boolean)
    : [amountOf(total), `${percent(total, all)} of all`];
  if (parent > 0) facts.push(`${percent(total, frames.total[parent])} of parent`);
  facts.push(`self ${amount(frames.self[i])}`);
  if (type) facts.push(type);
  status.name.textContent = fitMiddle(fullName(i), width / 1.08); // bold is wider
  status.facts.textContent = fitMiddle(facts.join("  ·  "), width);
}

// ---- Zoom, orientation, focus ---------------------------------------------------------------

function zoom(i) {
  view.zoom = i;
  draw();
  describe(view.focus);
  showMatched();
  remember();
}

// What each colour of a comparison says beyond the numbers.
const KINDS = { 1: "removed", 4: "no more than chance", 7: "new" };

function setSide(which) {
  side = which;
  frames = sides[side];
  all = frames.total[0];
}

// The other side: what is zoomed stays so where it is there, too.
function switchSide() {
  if (!compared) return;
  const path = [];
  for (let i = view.zoom; i > 0; i = frames.parent[i]) path.unshift(frames.name[i]);
  setSide(1 - side);
  let at = 0;
  for (const name of path) {
    let child = at + 1;
    while (child < frames.end[at] && frames.name[child] !== name) child = frames.end[child];
    if (child >= frames.end[at]) break;
    at = child;
  }
  view.focus = -1;
  zoom(at);
}

function flip() {
  view.rootOnTop = !view.rootOnTop;
  draw();
  showRoot();
  remember();
}

// Where the picture is taller than the window, the root should be in sight.
function showRoot() {
  if (alone) window.scrollTo(0, view.rootOnTop ? 0 : document.documentElement.scrollHeight);
  follow();
}

function focusFrame(i, byKeyboard = true) {
  const isShown = () => view.elements.has(i) || view.thin.includes(i);
  if (!isShown()) zoom(frames.parent[i] > 0 ? frames.parent[i] : 0);
  if (!isShown()) zoom(i); // too narrow even in its parent
  if (!view.elements.has(i)) addElement(i);
  view.elements.get(view.focus)?.setAttribute("tabindex", -1);
  view.focus = byKeyboard ? i : -1;
  const g = view.elements.get(i), box = g.getBoundingClientRect();
  g.setAttribute("tabindex", 0);
  g.focus({ preventScroll: true });
  if (box.top < 50 || box.bottom > window.innerHeight - STATUS) g.scrollIntoView({ block: "center" });
  markFrames();
  describe(i);
}

// ---- Search ---------------------------------------------------------------------------------

const search = { pattern: "", matchCase: false, error: "" };

function runSearch(pattern) {
  search.pattern = pattern;
  search.error = "";
  view.hits = null;
  if (pattern) {
    try {
      const regex = new RegExp(pattern, search.matchCase ? "" : "i");
      view.hits = new Set(names.filter((name) => regex.test(name.name)));
    } catch (error) {
      search.error = "not a regular expression";
    }
  }
  ui.input.classList.toggle("wrong", search.error !== "");
  markFrames();
  showMatched();
  remember();
}

// Samples below i of which some frame matches. A stack counts once: what is above an outermost
// match is not looked at.
function matchedBelow(i) {
  let sum = 0;
  for (let at = i; at < frames.end[i];) {
    if (view.hits.has(frames.name[at])) {
      sum += frames.total[at];
      at = frames.end[at];
    } else {
      at++;
    }
  }
  return sum;
}

function showMatched() {
  let text = search.error;
  if (view.hits) {
    const matched = matchedBelow(0);
    const zoomed = view.zoom ? `, ${percent(matchedBelow(view.zoom), frames.total[view.zoom])} of the zoomed` : "";
    text = `Matched: ${percent(matched, all || 1)}${zoomed} (${amountOf(matched)})`;
  }
  ui.matched.textContent = text;
  ui.matched.title = text;
}

function setCase(matchCase) {
  search.matchCase = matchCase;
  ui.matchCase.setAttribute("aria-pressed", matchCase);
  runSearch(ui.input.value);
}

function clearSearch() {
  ui.input.value = "";
  runSearch("");
}

// The next match among the frames drawn, or after them among all.
function stepMatch(direction) {
  if (!view.hits) return;
  let candidates = view.shown.filter((i) => view.hits.has(frames.name[i]));
  if (!candidates.length) {
    candidates = frames.name.map((_, i) => i).filter((i) => view.hits.has(frames.name[i]));
    if (!candidates.length) return;
  }
  const at = direction > 0 ? candidates.find((i) => i > view.focus)
    : candidates.findLast((i) => i < view.focus);
  focusFrame(at ?? candidates.at(direction > 0 ? 0 : -1));
}

// ---- Moving with the arrow keys -------------------------------------------------------------

function moveFocus(key) {
  const from = view.shown.includes(view.focus) ? view.focus : -1;
  if (from < 0) return focusFrame(view.zoom);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const row = view.shown.filter((i) => frames.depth[i] === frames.depth[from]);
    const to = row[row.indexOf(from) + (key === "ArrowRight" ? 1 : -1)];
    if (to !== undefined) focusFrame(to);
  } else if ((key === "ArrowUp") === view.rootOnTop) {
    if (frames.parent[from] >= 0) focusFrame(frames.parent[from]);
  } else {
    let widest = -1; // child
    for (let i = from + 1; i < frames.end[from]; i = frames.end[i])
      if (widest < 0 || frames.total[i] > frames.total[widest]) widest = i;
    if (widest >= 0) focusFrame(widest);
  }
}

// ---- The address remembers what is shown: a link can be passed on ----------------------------

function remember() {
  if (!alone) return;
  const state = new URLSearchParams();
  if (search.pattern) state.set("s", search.pattern);
  if (search.matchCase) state.set("c", 1);
  if (side) state.set("b", 1);
  if (view.zoom) state.set("z", view.zoom);
  if (view.rootOnTop !== (layer.dataset.root === "top")) state.set("i", 1);
  const hash = state.toString();
  try {
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  } catch {
    // a page in a sandbox has no history of its own
  }
}

function restore() {
  const state = new URLSearchParams(alone ? location.hash.slice(1) : "");
  if (compared && state.has("b")) setSide(1);
  const i = Number(state.get("z"));
  view.zoom = Number.isInteger(i) && i > 0 && i < frames.total.length ? i : 0;
  view.rootOnTop = (layer.dataset.root === "top") !== state.has("i");
  ui.input.value = state.get("s") ?? "";
  search.matchCase = state.has("c");
}

// ---- Help -----------------------------------------------------------------------------------

const HELP = [
  ["Click", "zoom in; a dimmed frame below zooms out to it"],
  ["0, Home", "reset zoom"], ["Backspace", "zoom out by one frame"],
  ["/, Ctrl+F", "search by regular expression; each stack counts once in the share"],
  ["n, N", "next, previous match"], ["c", "match case"], ["Esc", "clear the search, close this"],
  ["Arrows", "go from frame to frame"], ["Enter", "zoom to the frame"],
  ...(compared ? [["b", "widths of the other side: what was removed is in the base's"]] : []),
  ["i", "root on top or at the bottom"], ["?", "this help"],
];
let helpBox = null;

function showHelp(open) {
  helpBox?.remove();
  helpBox = null;
  if (!open) return;
  const close = button("Close", "Close (Esc)", () => showHelp(false));
  const rows = HELP.map(([keyNames, text]) => html("tr", {},
    html("td", {}, ...keyNames.split(", ").flatMap((key, i) => [i ? " " : "", html("kbd", {}, key)])),
    html("td", {}, text)));
  const panel = html("div", { className: "help" }, close, html("h2", {}, "Keys"), html("table", {}, ...rows),
    html("p", {}, `A frame is as wide as it has ${{ ns: "time", bytes: "bytes" }[layer.dataset.unit] ?? "samples"}. Frames stand on those that called them`,
      /leaves/i.test(subtitleText) ? "; here the callers stand on the called." : "."));
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", "Keys");
  const width = Math.min(560, view.width - 20), offset = Math.max(0, -svg.getBoundingClientRect().top);
  helpBox = make("foreignObject", {
    x: (view.width - width) / 2, y: offset + 50, width, height: Math.min(400, Math.max(120, window.innerHeight - 60)),
  }, panel);
  svg.append(helpBox);
  close.focus();
}

// ---- Events ---------------------------------------------------------------------------------

function frameOf(event) {
  const g = event.target.closest?.(".frames > g, .thin");
  if (g !== thinLayer) return g?.frame ?? -1;
  const origin = svg.getBoundingClientRect();
  return thinAt(event.clientX - origin.left, event.clientY - origin.top);
}

for (const part of [layer, thinLayer]) {
  part.addEventListener("click", (event) => {
    const i = frameOf(event);
    if (i < 0) return;
    zoom(i);
    focusFrame(i, false);
  });
  part.addEventListener("pointermove", (event) => describe(frameOf(event)));
  part.addEventListener("pointerleave", () => describe(view.focus));
}
layer.addEventListener("focusin", (event) => describe(frameOf(event)));

let typing = 0;
ui.input.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => runSearch(ui.input.value), 80);
});
ui.input.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    clearTimeout(typing);
    runSearch(ui.input.value);
    stepMatch(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    clearSearch();
    ui.input.blur();
  } else {
    return;
  }
  event.preventDefault();
});

const focused = () => frameOf({ target: document.activeElement ?? svg });
const COMMANDS = {
  "/": () => openSearch(),
  n: () => stepMatch(1),
  N: () => stepMatch(-1),
  c: () => setCase(!search.matchCase),
  i: () => flip(),
  b: () => switchSide(),
  0: () => zoom(0),
  Home: () => zoom(0),
  Backspace: () => zoom(Math.max(0, frames.parent[view.zoom])),
  Escape: () => (helpBox ? showHelp(false) : clearSearch()),
  "?": () => showHelp(!helpBox),
  ArrowUp: moveFocus, ArrowDown: moveFocus, ArrowLeft: moveFocus, ArrowRight: moveFocus,
};

function openSearch() {
  ui.input.focus({ preventScroll: true });
  ui.input.select();
}

function pressed(event) {
  const typingNow = event.target === ui.input;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key === "f" && !typingNow) {
    event.preventDefault(); // pressed again in the field, the browser's own search opens
    return openSearch();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typingNow || event.defaultPrevented) return;
  const onFrame = focused();
  if ((event.key === "Enter" || event.key === " ") && onFrame >= 0) {
    event.preventDefault();
    zoom(onFrame);
    focusFrame(onFrame);
  } else if (Object.hasOwn(COMMANDS, event.key)) {
    event.preventDefault();
    COMMANDS[event.key](event.key);
  }
}
(alone ? window : svg).addEventListener("keydown", pressed);
window.addEventListener("scroll", follow, { passive: true });
window.addEventListener("resize", () => {
  stretch();
  follow();
});

// ---- Start ----------------------------------------------------------------------------------

svg.classList.add("live");
layer.setAttribute("role", "tree");
layer.setAttribute("aria-label", "Call tree as a flame graph");
svg.append(status.box, barBox);
restore();
place();
setCase(search.matchCase);
new ResizeObserver(() => {
  if (Math.abs(svg.getBoundingClientRect().width - view.width) > 0.5) place();
}).observe(svg);
showRoot();
