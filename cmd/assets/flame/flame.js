// The flame graph in the page, part 1: the frames and how they are drawn. Part 2, ui.js, is
// what one does with them; words.js, fit.js and both are put into one function, in this order.
//
// The picture comes with its frames drawn. They are drawn anew from <metadata>, which has more of
// them, at the width of the window and at any zoom.

const svg = document.currentScript.closest("svg");
const alone = svg === document.documentElement;
const SVG = "http://www.w3.org/2000/svg", HTML = "http://www.w3.org/1999/xhtml";
const PAD = 10, ROW = 17, STATUS = 44;
// Frames narrower than MIN_WIDTH pixels are not drawn until one zooms to them. Those narrower than
// THIN, where no text fits, are drawn together: one path is quicker than thousands of elements.
// What is thin grows when there are more elements than a browser draws while one waits.
const MIN_WIDTH = 0.4, THIN = 2, MAX_ELEMENTS = 6000;

const make = (name, attributes, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
};

// ---- Data: see flame_data.c for the format --------------------------------------------------

const number = (text) => (text ? parseInt(text, 36) : 0);

function readNames(lines) {
  let last = "";
  return lines.map((line) => {
    const space = line.indexOf(" ");
    last = last.slice(0, number(line.slice(2, space))) + line.slice(space + 1);
    const [before, holder, method, parameters = ""] = last.split("\t");
    return { type: +line[0], color: line[1], name: before + holder + method, holder, method, parameters };
  });
}

// Frames in depth-first order: what is below frame i is i + 1 ... end[i] - 1.
function readFrames(lines, names) {
  const f = { name: [], parent: [], depth: [], start: [], total: [], self: [], end: [], other: [] };
  const path = [], next = []; // the frames that are open, and where their next child begins
  lines.forEach((line, i) => {
    const [up, name, total, skip, hidden, other] = line.split(",");
    for (let left = number(up); left > 0; left--) f.end[path.pop()] = i;
    const depth = path.length, parent = depth ? path[depth - 1] : -1;
    f.name[i] = names[number(name)];
    f.parent[i] = parent;
    f.depth[i] = depth;
    f.total[i] = total ? number(total) : depth ? f.total[parent] : 0;
    f.start[i] = depth ? next[depth - 1] + number(skip) : 0;
    f.self[i] = f.total[i] - number(hidden);
    f.end[i] = i + 1;
    f.other[i] = number(other);
    if (depth) {
      next[depth - 1] = f.start[i] + f.total[i];
      f.self[parent] -= f.total[i];
    }
    path.push(i);
    next[depth] = f.start[i];
  });
  for (const i of path) f.end[i] = lines.length;
  return f;
}

const [nameLines, ...sideLines] = svg.querySelector("metadata").textContent.trim().split("\n\n")
  .map((part) => part.split("\n"));
const names = readNames(nameLines);
// One side, or two that are compared: new, base.
const sides = sideLines.map((lines) => readFrames(lines, names));
const compared = sides.length === 2;
let side = 0, frames = sides[0], all = frames.total[0];

// ---- Words ----------------------------------------------------------------------------------

const layer = svg.querySelector(".frames");

// What widths are: samples, or what they are worth.
const { amount, phrase: amountOf } = measureWords(layer.dataset.unit, "value");

const fullName = (i) => frames.name[i].name + frames.name[i].parameters;

// As add_change in flame_svg.c.
function change(i) {
  const own = all ? (100 * frames.total[i]) / all : 0;
  const rest = sides[1 - side].total[0], other = rest ? (100 * frames.other[i]) / rest : 0;
  const [base, now] = side ? [own, other] : [other, own], points = now - base;
  const facts = [`new ${now.toFixed(2)} %`, `base ${base.toFixed(2)} %`, `${points < 0 ? "" : "+"}${points.toFixed(2)} points`];
  if (base > 0 && now > 0) facts.push(`${(now / base).toFixed(2)}x`);
  return facts;
}
const sentence = (i) => compared ? `${fullName(i)} (${change(i).join(", ")})` :
   `${fullName(i)} (${amountOf(frames.total[i])}, ${percent(frames.total[i], all)})`;

// ---- Texts that fit -------------------------------------------------------------------------

function useFont() {
  const style = getComputedStyle(layer);
  setFont(`${style.fontSize} ${style.fontFamily}`);
}

// ---- Drawing --------------------------------------------------------------------------------

const view = {
  zoom: 0,                                       // the frame that is as wide as the picture
  rootOnTop: layer.dataset.root === "top",
  hits: null,                                    // Set of names that the search found, or null
  focus: -1,                                     // the frame that has the keyboard
  width: 0,                                      // of the picture, in pixels
  top: 0, bottom: 0, rows: 1,                    // where the rows are, and how many
  shown: [],                                     // frames drawn, in depth-first order
  elements: new Map(),                           // frame -> <g>
  thin: [],                                      // frames drawn as part of a path, likewise in order
};

const scale = () => (view.width - 2 * PAD) / (frames.total[view.zoom] || 1);
const rowTop = (depth) => view.top + ROW * (view.rootOnTop ? depth : view.rows - 1 - depth);

// A frame, all that is below it and wide enough, and the frames it is in.
function visibleFrames(zoomed) {
  const shown = [];
  for (let i = frames.parent[zoomed]; i >= 0; i = frames.parent[i]) shown.unshift(i);
  const least = (MIN_WIDTH * frames.total[zoomed]) / (view.width - 2 * PAD);
  for (let i = zoomed; i < frames.end[zoomed];) {
    if (i !== zoomed && frames.total[i] < least) i = frames.end[i];
    else shown.push(i++);
  }
  return shown;
}

const rowsOf = (shown) => shown.reduce((rows, i) => Math.max(rows, frames.depth[i] + 1), 1);

// Depth-first: what is drawn and comes before the zoomed frame is an ancestor of it.
const left = (i) => PAD + (i < view.zoom ? 0 : (frames.start[i] - frames.start[view.zoom]) * scale());
const widthOf = (i) => (i < view.zoom ? view.width - 2 * PAD : frames.total[i] * scale());

function frameElement(i) {
  const x = left(i), width = widthOf(i);
  const name = frames.name[i], y = rowTop(frames.depth[i]);
  const rect = make("rect", {
    class: "c" + name.color, x: x.toFixed(2), y, height: ROW - 1,
    width: (width > 3 ? width - 0.6 : width).toFixed(2),
  });
  const g = make("g", {
    role: "treeitem", tabindex: i === view.zoom ? 0 : -1, "aria-level": frames.depth[i] + 1,
    "aria-label": sentence(i),
  }, rect);
  const text = label(name, width - 7);
  if (text) g.append(make("text", { x: (x + 3.5).toFixed(2), y: y + 12 }, text));
  g.frame = i;
  return g;
}

function thinPaths() {
  const paths = new Map(); // class -> outline
  for (const i of view.thin) {
    const name = frames.name[i], width = widthOf(i).toFixed(2);
    const key = `c${name.color}${view.hits?.has(name) ? " hit" : ""}`;
    const outline = `M${left(i).toFixed(2)} ${rowTop(frames.depth[i])}h${width}v${ROW - 1}h-${width}z`;
    if (paths.has(key)) paths.get(key).push(outline);
    else paths.set(key, [outline]);
  }
  return [...paths].map(([key, outlines]) => make("path", { class: key, d: outlines.join("") }));
}

// The thin frame at a point of the picture, or -1. Browsers round where a click was: next to a frame
// is on it, too.
function thinAt(x, y) {
  let nearest = -1, least = 1;
  for (const i of view.thin) {
    const dy = y - rowTop(frames.depth[i]);
    if (dy < 0 || dy >= ROW) continue;
    const distance = Math.max(left(i) - x, x - left(i) - widthOf(i), 0);
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

function markFrames() {
  svg.classList.toggle("searching", view.hits !== null);
  for (const [i, g] of view.elements) {
    const classes = [];
    if (i < view.zoom) classes.push("above");
    if (view.hits?.has(frames.name[i])) classes.push("hit");
    if (i === view.focus) classes.push("current");
    g.setAttribute("class", classes.join(" "));
  }
  thinLayer.replaceChildren(...thinPaths());
}

function addElement(i) {
  const g = frameElement(i);
  view.elements.set(i, g);
  layer.append(g);
  return g;
}

const thinLayer = make("g", { class: "thin", "aria-hidden": true });
layer.before(thinLayer);

function drawFrames() {
  view.shown = visibleFrames(view.zoom);
  view.rows = Math.max(rowsOf(view.shown), view.zoom ? rowsOf(visibleFrames(0)) : 1);
  view.bottom = view.top + view.rows * ROW;
  let thin = THIN, wide;
  do {
    wide = view.shown.filter((i) => widthOf(i) >= thin);
    thin *= 1.5;
  } while (wide.length > MAX_ELEMENTS);
  view.thin = view.shown.filter((i) => widthOf(i) < thin / 1.5);
  view.elements.clear();
  layer.replaceChildren();
  wide.forEach(addElement);
  markFrames();
}
