// The scripts of the page as functions, for tests without a browser: what the page puts into one
// function is put into one here, as far as it touches no document.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const files = ["words.js", "page/clock.js", "page/data.js", "page/groups.js", "page/model.js", "page/join.js", "page/state.js", "page/events.js", "page/derive.js",
  "page/menu.js", "page/lanes.js", "page/time.js", "page/statistics.js", "page/differ.js", "page/plots.js", "page/sheets.js", "page/tracks.js", "page/flame.js"];
const source = files.map((file) => readFileSync(join(root, "cmd/assets", file), "utf8")).join("\n");
const names = [...source.matchAll(/^(?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);

export const parts = new Function(`${source}\nreturn { ${names.join(", ")} };`)();

export async function readPage(path) {
  const [, base64] = readFileSync(path, "utf8").match(/<script type="text\/plain" id="data">([^<]*)<\/script>/);
  return parts.readData(await parts.unpack(base64));
}

// What the page shows when it opens, with some of its state changed.
export function shown(data, changes = {}) {
  const state = { ...parts.DEFAULTS, ...changes };
  return { state, derived: parts.makeDerive(data)(state) };
}

// Rows as hot-methods --json has them.
export function tableRows(data, changes = {}) {
  const { state, derived } = shown(data, changes);
  return parts.sortedRows(derived.grouping, derived.groups, state.sort, derived.matches).map((g) => ({
    name: derived.grouping.groups[g].name, self: derived.groups.self[g], total: derived.groups.total[g],
  }));
}

let passed = 0, failed = 0;
// ONLY=words in the environment: of those alone.
export async function test(name, body) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  try {
    await body();
    passed++;
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${name}\n  ${String(error.stack ?? error).split("\n").slice(0, 14).join("\n  ")}`);
  }
}
export function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
