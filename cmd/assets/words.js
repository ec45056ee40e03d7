// Numbers and names in words, as the command line has them. Shared by all pictures and pages.

const TYPES = ["", "Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel", "C1 compiled",
  "Unknown type", "Thread"];
const grouped = new Intl.NumberFormat("en-US");
const count = (n) => grouped.format(n);
const samples = (n) => `${count(n)} sample${n === 1 ? "" : "s"}`;
const percent = (n, of) => (n === of ? "100 %" : `${((100 * n) / of).toFixed(2)} %`);
