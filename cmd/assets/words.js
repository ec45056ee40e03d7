// Numbers and names in words, as the command line has them. Shared by all pictures and pages.

const TYPES = ["", "Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel", "C1 compiled",
  "Unknown type", "Thread"];
const grouped = new Intl.NumberFormat("en-US");
const count = (n) => grouped.format(n);
const samples = (n) => `${count(n)} sample${n === 1 ? "" : "s"}`;
const percent = (n, of) => (n === of ? "100 %" : `${((100 * n) / of).toFixed(2)} %`);

// Three digits that matter, all of them.
const significant = (x) => x.toFixed(x < 9.995 ? 2 : x < 99.95 ? 1 : 0);

// As units_add_duration.
function duration(ms) {
  const s = Math.floor(ms / 1000), ns = Math.floor(ms * 1e6 + 1e-3);
  if (ns <= 0) return "0 s";
  if (ns < 1000) return `${ns} ns`;
  if (ms < 0.9995) return `${significant(ms * 1000)} µs`;
  if (ms < 999.5) return `${significant(ms)} ms`;
  if (ms < 99950) return `${significant(ms / 1000)} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor(s / 60) % 60} min`;
}

// As units_add_bytes.
function bytesText(n) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let unit = 0;
  for (; n >= 1023.5 && unit < units.length - 1; unit++) n /= 1024;
  const whole = unit === 0 && Number.isInteger(n);
  return `${whole ? n : significant(n)} ${units[unit]}`;
}

// Words for what is measured: samples, or what they are worth.
function measureWords(unit, measure) {
  if (measure !== "value" || !unit || unit === "samples") return { amount: count, phrase: samples };
  const amount = unit === "ns" ? (ns) => duration(ns / 1e6) : bytesText;
  return { amount, phrase: amount };
}
