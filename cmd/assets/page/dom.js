// Small helpers of the page: elements, canvases, times and amounts in words.

// h("button", { type: "button", onclick: ..., "aria-label": ... }, "text", child)
function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && !name.includes("-") && typeof value !== "string") element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const buttonOf = (text, title, onclick, more) => h("button", { type: "button", title, onclick, ...more }, text);
const toggleButton = (text, title, onclick) => buttonOf(text, title, onclick, { "aria-pressed": "false" });
const pressed = (button, on) => button.setAttribute("aria-pressed", String(Boolean(on)));

function selectOf(label, choices, onchange) {
  const select = h("select", { "aria-label": label }, ...choices.map(([value, text]) => h("option", { value }, text)));
  select.addEventListener("change", () => onchange(select.value));
  return select;
}

// ---- Amounts and times ----------------------------------------------------------------------

const percentOf = (n, of) => (of ? (100 * n) / of : 0).toFixed(2);

// ---- Canvas ---------------------------------------------------------------------------------

const cssValue = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const isDark = () => cssValue("--dark") === "1";

// Sizes the canvas in CSS pixels, sharp on any screen. Returns its context, cleared.
function prepareCanvas(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const across = Math.round(width * ratio), down = Math.round(height * ratio);
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif";

// Once before the next picture, however often it is asked for.
function onNextFrame(action) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      action();
    });
  };
}

// Before the next picture, with the last of what it was called with until then.
function soonest(action) {
  let next = null;
  const soon = onNextFrame(() => action(...next));
  return (...args) => {
    next = args;
    soon();
  };
}

// Calls draw when the element's size changes, and at first.
function onSize(element, draw) {
  new ResizeObserver(() => element.clientWidth && draw()).observe(element);
}

// Likewise, of its width alone.
function onWidth(element, draw) {
  let last = 0;
  new ResizeObserver(() => {
    if (element.clientWidth && element.clientWidth !== last) {
      last = element.clientWidth;
      draw();
    }
  }).observe(element);
}

// ---- Saying and copying ---------------------------------------------------------------------

const liveRegion = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const announce = (text) => (liveRegion.textContent = text);

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // not every page may: then through a selection
    const area = h("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(`Copied: ${text}`);
}

// As fit_add: packages become letters, from the left, as far as so many characters need it.
function shortPackages(before, excess) {
  return before.replace(/[^.]+\./gu, (name) => {
    if (excess <= 0) return name;
    const letter = `${String.fromCodePoint(name.codePointAt(0))}.`;
    excess -= name.length - letter.length;
    return letter;
  });
}

// A name as an element: what is before the class is dimmed, and short where room (pixels) is scarce.
function nameElement(group, withParameters, room) {
  const whole = group.name + group.parameters, PER_CHARACTER = 7;
  const before = shortPackages(group.before, group.name.length - Math.floor(room / PER_CHARACTER));
  return h("span", { class: "name", title: whole, dir: "ltr" }, h("span", { class: "dim" }, before),
    group.holder + group.method, withParameters && group.parameters ? h("span", { class: "dim" }, group.parameters) : null);
}

// The bar behind a number: share of the widest.
const setBar = (element, part, of) => element.style.setProperty("--share", of ? `${(100 * part) / of}%` : "0%");

// The border between the two parts of a row, to drag: [fraction of the left part]. At the left edge the right part takes all.
function makeBorder(row, takeAll) {
  const border = h("div", { class: "border", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": "Border of the flame graph: arrow keys move it, Home gives it the whole width",
    "aria-valuemin": 0, "aria-valuemax": 100 });
  let part = 46;
  function place(to) {
    if (to < 12) return takeAll();
    part = Math.min(Math.max(to, 20), 85);
    row.style.setProperty("--part", `${part}%`);
    border.setAttribute("aria-valuenow", String(Math.round(part)));
  }
  const soon = soonest(place);
  border.addEventListener("pointerdown", (event) => border.setPointerCapture(event.pointerId));
  border.addEventListener("pointermove", (event) => {
    if (!border.hasPointerCapture(event.pointerId)) return;
    const { left, width } = row.getBoundingClientRect();
    soon((100 * (event.clientX - left)) / width);
  });
  border.addEventListener("dblclick", () => place(46));
  border.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: part - 4, ArrowRight: part + 4, Home: 0, End: 85 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    place(to);
  });
  place(part);
  return border;
}
