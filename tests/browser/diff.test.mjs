// The flame graph of two sides in Chromium: the switch between them, what was removed, the numbers.
//
//   node diff.test.mjs        JFRTOOL=../../build/jfrtool, CHROMIUM=/usr/bin/chromium
//
// Expected shares are those of hot-methods on either recording alone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const tool = resolve(process.env.JFRTOOL ?? join(here, "../../build/jfrtool"));
const data = resolve(process.env.TESTDATA ?? join(here, "../../testdata"));
const directory = mkdtempSync(join(tmpdir(), "diff-"));
const run = (...options) => execFileSync(tool, options, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 });

function draw(base, fresh) {
  const path = join(directory, `${base}-${fresh}.svg`);
  run("diff", join(data, base), join(data, fresh), "-o", path);
  return pathToFileURL(path).href;
}

function share(recording, method) {
  const report = JSON.parse(run("hot-methods", "--json", "--top", "0", join(data, recording)));
  const row = report.methods.find((m) => `${m.class}.${m.method}` === method);
  return row ? (100 * row.total) / report.samples : 0;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});

async function open(url, hash = "") {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  await page.goto(url + hash);
  await page.waitForSelector("svg.live");
  return page;
}

const labels = (page) => page.locator(".frames > g").evaluateAll((all) => all.map((g) => g.getAttribute("aria-label")));
const labelOf = async (page, name) => (await labels(page)).find((label) => label.startsWith(name));
const number = (text, key) => Number(text.match(new RegExp(`${key} (-?[\\d.]+) %`))[1]);

const tests = {
  async "the new side is shown first, and what was removed is not in it"() {
    const page = await open(draw("shares-17.jfr", "deep-17.jfr"));
    assert.ok(await labelOf(page, "workload.Deep.main"));
    assert.equal(await labelOf(page, "workload.Shares.hotHalf"), undefined);
    return page;
  },
  async "the key b shows the base side, with what was removed, and back"() {
    const page = await open(draw("shares-17.jfr", "deep-17.jfr"));
    await page.keyboard.press("b");
    assert.ok(await labelOf(page, "workload.Shares.hotHalf"));
    assert.equal(await labelOf(page, "workload.Deep.main"), undefined);
    const removed = page.locator(".frames > g[aria-label^='workload.Shares.hotHalf'] rect");
    assert.equal(await removed.first().getAttribute("class"), "c1");
    await page.keyboard.press("b");
    assert.ok(await labelOf(page, "workload.Deep.main"));
    return page;
  },
  async "the address remembers the side"() {
    const page = await open(draw("shares-17.jfr", "deep-17.jfr"), "#b=1");
    assert.ok(await labelOf(page, "workload.Shares.hotHalf"));
    assert.match(await page.locator(".bar").textContent(), /Show new/);
    return page;
  },
  async "shares of both sides are those of the recordings"() {
    const page = await open(draw("shares-17.jfr", "shares-25.jfr"));
    for (const method of ["hotHalf", "hotThirty", "hotTwenty"]) {
      // In one place of the tree each.
      const own = (await labels(page)).filter((label) => label.startsWith(`workload.Shares.${method}(`));
      const sum = (key) => own.reduce((total, label) => total + number(label, key), 0);
      assert.ok(Math.abs(sum("base") - share("shares-17.jfr", `workload.Shares.${method}`)) < 0.02 * own.length);
      assert.ok(Math.abs(sum("new") - share("shares-25.jfr", `workload.Shares.${method}`)) < 0.02 * own.length);
    }
    return page;
  },
  async "what is no more than chance is grey and says so"() {
    const page = await open(draw("shares-17.jfr", "shares-25.jfr"));
    const half = page.locator(".frames > g[aria-label^='workload.Shares.hotHalf']").first();
    assert.equal(await half.locator("rect").getAttribute("class"), "c4");
    await half.hover();
    assert.match(await page.locator(".status .facts").textContent(), /points.*no more than chance/);
    return page;
  },
  async "what was compared stands whole below the toolbar"() {
    const page = await open(draw("shares-17.jfr", "shares-25.jfr"));
    const shown = await page.locator("text.subtitle").textContent();
    assert.match(shown, /^widths: new, [^…]* samples of jdk\.ExecutionSample in [^…]*; base [^…]*; colours: change of the subtree's share$/);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(150);
    const [line, bar] = [await page.locator("text.subtitle").boundingBox(), await page.locator(".bar").boundingBox()];
    assert.ok(line.y >= bar.y + bar.height - 1, JSON.stringify([line, bar]));
    assert.ok((await page.locator(".legend").textContent()).includes("grew, ≥ 1.5×"));
    assert.match(await page.locator(".status .name").textContent(), /^Widths of new: 783 samples, shares-17\.jfr → shares-25\.jfr$/);
    return page;
  },
  async "the legend has every colour"() {
    const page = await open(draw("shares-17.jfr", "deep-17.jfr"));
    assert.equal(await page.locator(".legend > g").count(), 7);
    const fills = await page.locator(".legend rect").evaluateAll((all) => all.map((r) => getComputedStyle(r).fill));
    assert.equal(new Set(fills).size, 7);
    return page;
  },
  async "zoom goes along to the other side"() {
    const page = await open(draw("shares-17.jfr", "shares-25.jfr"));
    await page.locator(".frames > g[aria-label^='workload.Shares.left']").first().click();
    await page.keyboard.press("b");
    const widest = page.locator(".frames > g[aria-label^='workload.Shares.left'] rect").first();
    assert.ok(Number(await widest.getAttribute("width")) > 1100);
    return page;
  },
};

let passed = 0, failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    const page = await test();
    assert.deepEqual(page.problems, []);
    await page.close();
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}
await browser.close();
rmSync(directory, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
