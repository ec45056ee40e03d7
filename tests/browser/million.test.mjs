// A million samples: how long the page's thread is blocked while it opens, and while a window is dragged over the time.
// Judged is processor time, which others on the machine do not add to; how long opening took by the clock is said.
//
//   npm install && node million.test.mjs     JFRTOOL=../../build/jfrtool, CHROMIUM=/usr/bin/chromium, BUILD=../../build-asan

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { finish, root, test } from "./page_parts.mjs";

const OPENING = 200, DRAGGING = 50; // ms that a task takes at most
const directory = mkdtempSync(join(tmpdir(), "million-")), recording = join(directory, "many.jfr"), written = join(directory, "many.html");
const run = (program, ...args) => execFileSync(program, args, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
writeFileSync(recording, run(join(resolve(process.env.BUILD ?? join(root, "build-asan")), "tests/tools/many_samples"), "1000000", "75000", "300"));
run(resolve(process.env.JFRTOOL ?? join(root, "build/jfrtool")), "page", "-o", written, recording);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });

// Processor time of the longest task of the page's thread, ms.
async function longestTask(page, action) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()), thread = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread));
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && main.has(thread(event)) && event.tdur !== undefined);
  assert.ok(tasks.length > 20, `${tasks.length} tasks were seen`);
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
}

const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });

await test(`no task of opening a million samples takes ${OPENING} ms`, async () => {
  const longest = await longestTask(page, async () => {
    await page.goto(pathToFileURL(written).href);
    await page.waitForFunction(() => document.documentElement.dataset.ready === "1", null, { timeout: 60000 });
  });
  const opened = await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime);
  console.log(`  open after ${Math.round(opened)} ms; the longest task took ${Math.round(longest)} ms of processor time`);
  assert.ok(longest < OPENING, `${longest} ms`);
});

await test(`no task of dragging a window over a million samples takes ${DRAGGING} ms`, async () => {
  const { x, y } = await page.locator("#time canvas").boundingBox();
  const longest = await longestTask(page, async () => {
    await page.mouse.move(x + 200, y + 20);
    await page.mouse.down();
    for (let i = 1; i <= 60; i++) {
      await page.mouse.move(x + 200 + 12 * i, y + 20);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.includes("t="));
  });
  console.log(`  the longest task took ${Math.round(longest)} ms of processor time`);
  assert.ok(longest < DRAGGING, `${longest} ms`);
});

await browser.close();
rmSync(directory, { recursive: true });
finish();
