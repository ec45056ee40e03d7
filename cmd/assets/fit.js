// Texts that fit into so many pixels. Shared by all pictures and pages.

const pen = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas").getContext("2d");
const widths = new Map(); // of characters in the pen's font

function setFont(font) {
  pen.font = font;
  widths.clear();
}

function textWidth(text) {
  let sum = 0;
  for (const c of text) {
    if (!widths.has(c)) widths.set(c, pen.measureText(c).width);
    sum += widths.get(c);
  }
  return sum;
}

// The beginning (or the end) of text that fits.
function fit(text, width, fromEnd) {
  let chars = [...text], taken = 0;
  if (fromEnd) chars.reverse();
  while (taken < chars.length && (width -= textWidth(chars[taken])) >= 0) taken++;
  chars = chars.slice(0, taken);
  return (fromEnd ? chars.reverse() : chars).join("");
}

const LEAST_CUT = 33; // pixels: of a frame 40 wide; what is cut in less says nothing

// As flame_label in flame_label.c: the method's name survives longest.
function label(name, width) {
  if (width < 12) return "";
  const room = width - textWidth(name.method);
  if (room < 0) {
    if (width < LEAST_CUT) return "";
    const start = fit(name.method, width - textWidth("…"), false);
    return start.length < 2 ? "" : start + "…";
  }
  name.nameWidth ??= textWidth(name.name);
  if (name.nameWidth <= width) return name.name;
  if (textWidth(name.holder) <= room) return name.holder + name.method;
  const end = fit(name.holder, room - textWidth("…"), true);
  return end.length > 5 ? `…${end}${name.method}` : name.method;
}

// Too long a text loses its middle.
function fitMiddle(text, width) {
  if (textWidth(text) <= width) return text;
  const half = (width - textWidth("…")) / 2;
  return `${fit(text, half, false)}…${fit(text, half, true)}`;
}
