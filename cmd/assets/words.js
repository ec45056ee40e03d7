// Numbers and names in words, as the command line has them. Shared by all pictures and pages.

const TYPES = ["", "Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel", "C1 compiled",
  "Unknown type", "Thread"];
const grouped = new Intl.NumberFormat("en-US");
const count = (n) => grouped.format(n);
const samples = (n) => `${count(n)} sample${n === 1 ? "" : "s"}`;
const percent = (n, of) => (n === of ? "100 %" : `${((100 * n) / of).toFixed(2)} %`);

const significant = (x) => {
  const text = x.toPrecision(3);
  return text.includes("e") ? String(Math.round(x)) : text.replace(/\.?0+$/, (end) => (text.includes(".") ? "" : end));
};

// As units_add_duration.
function duration(ms) {
  const s = ms / 1000;
  if (ms < 1) return `${significant(ms * 1000)} µs`;
  if (ms < 1000) return `${significant(ms)} ms`;
  if (s < 99.95) return `${s.toFixed(1)} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor(s / 60) % 60} min`;
}

// As units_add_bytes.
function bytesText(n) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let unit = 0;
  for (; n >= 1023.5 && unit < units.length - 1; unit++) n /= 1024;
  return `${significant(n)} ${units[unit]}`;
}

// Words for what is measured: samples, or what they are worth.
function measureWords(unit, measure) {
  if (measure !== "value" || !unit || unit === "samples") return { amount: count, phrase: samples };
  const amount = unit === "ns" ? (ns) => duration(ns / 1e6) : bytesText;
  return { amount, phrase: amount };
}
