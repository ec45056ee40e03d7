// The report of a CI job in Chromium: index.html opened from a file, its links followed, hostile names shown
// as text.
//
//   npm install && node report.test.mjs     JFRTOOL=../../build/jfrtool, CHROMIUM=/usr/bin/chromium
//
// SCREENSHOTS=FOLDER keeps pictures of it, light, dark and narrow.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { finish, root, test } from "./page_parts.mjs";

const tool = resolve(process.env.JFRTOOL ?? join(root, "build/jfrtool"));
const directory = mkdtempSync(join(tmpdir(), "report-"));
const input = join(directory, "in"), output = join(directory, "out"), data = join(root, "testdata");
const hostile = `<img src=x onerror=alert(1)>"'&#x3c;|\`a\`.jfr`;

mkdirSync(join(input, "sub"), { recursive: true });
for (const name of ["rule-warning.jfr.zst", "rule-info.jfr.zst", "rule-na.jfr.zst", "native-17.jfr"])
  copyFileSync(join(data, name), join(input, name));
copyFileSync(join(data, "shares-17.jfr"), join(input, "sub/a long name with 100% of # and ?.jfr"));
copyFileSync(join(data, "hostile-17.jfr"), join(input, hostile));
cpSync(join(data, "killed-17"), join(input, "killed-17"), { recursive: true });
cpSync(join(data, "crashed"), join(input, "crashed"), { recursive: true });
writeFileSync(join(input, "<script>alert(2)<\\script>.log"),
  readFileSync(join(data, "crashed/segv-17.log"), "utf8").replace(/SIGSEGV.*/, "<script>alert(3)</script>"));
writeFileSync(join(directory, "<b>broken.jfr"), "no recording");
const made = spawnSync(tool, ["report", "-q", input, join(directory, "<b>broken.jfr"), "-o", output, "--title", "Report of <i>all</i>"]);
assert.equal(made.status, 0, String(made.stderr));
const summary = JSON.parse(readFileSync(join(output, "summary.json"), "utf8"));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function withIndex(body, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const page = await context.newPage(), problems = [], requests = [];
  page.setDefaultTimeout(60000);
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => { problems.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(join(output, "index.html")).href);
  await body(page);
  await context.close();
  assert.deepEqual(problems, []);
  assert.deepEqual(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("blob:") && !url.startsWith("data:")), []);
}

await test("every recording has a row, in the order of summary.json", () => withIndex(async (page) => {
  const names = await page.locator("table").first().locator("td:nth-child(2)").allTextContents();
  assert.deepEqual(names, summary.recordings.map((recording) => recording.recording));
  assert.equal(await page.locator("h1").textContent(), "Report of <i>all</i>");
}));

await test("what all recordings come to is the mean of those that know it, by their time", () => withIndex(async (page) => {
  const row = page.locator("table").nth(1).locator("tr").nth(1), cell = (name) => row.locator(`[data-is='${name}']`).textContent();
  assert.equal(await cell("recordings"), String(summary.recordings.length));
  const known = summary.recordings.filter((recording) => recording.cpu !== null && recording.duration_ns);
  const time = (list) => list.reduce((sum, { duration_ns: ns }) => sum + ns, 0);
  const cpu = known.reduce((sum, recording) => sum + recording.cpu * recording.duration_ns, 0) / time(known);
  assert.ok(Math.abs(summary.totals.cpu - cpu) < 0.001);
  assert.equal(await cell("CPU"), `${cpu.toFixed(1)} %`);
  assert.equal(summary.totals.samples, summary.recordings.reduce((sum, { samples }) => sum + samples, 0));
  const rate = JSON.parse(spawnSync(tool, ["gc", "--json", "-q", join(data, "native-17.jfr")]).stdout);
  assert.equal(summary.recordings.find(({ recording }) => recording === "native-17.jfr").allocated_bytes_per_second,
    (rate.heap ?? rate).allocated_bytes_per_second);
}));

await test("each row says how the JVM fared: pauses, CPU, throttling, version, start", () => withIndex(async (page) => {
  const row = page.locator("tr", { hasText: "native-17.jfr" }), cell = (name) => row.locator(`[data-is='${name}']`).textContent();
  assert.match(await cell("GC pauses"), /^0\.[1-9] %$/);
  assert.match(await cell("CPU"), /^\d+\.\d %$/);
  assert.equal(await cell("throttled"), "-");
  assert.match(await cell("JVM"), /^17\.0\.\d+\+\d+$/);
  const { start_ns: start } = JSON.parse(spawnSync(tool, ["summary", "--json", "-q", join(data, "native-17.jfr")]).stdout);
  assert.equal(await cell("start (UTC)"), new Date(start / 1e6).toISOString().slice(0, 19).replace("T", " "));
}));

await test("notes unfold", () => withIndex(async (page) => {
  const notes = page.locator("details").first();
  assert.equal(await notes.locator("li").first().isVisible(), false);
  await notes.locator("summary").click();
  assert.equal(await notes.locator("li").first().isVisible(), true);
}));

await test("on a phone no part of a row is to the right of the screen", () => withIndex(async (page) => {
  const right = await page.evaluate(() => Math.max(...[...document.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect().right)));
  assert.ok(right <= 390, String(right));
}, { viewport: { width: 390, height: 800 } }));

await test("hostile names are shown as text", () => withIndex(async (page) => {
  const text = await page.locator("body").innerText();
  assert.ok(text.includes(hostile));
  assert.ok(text.includes("<script>alert(3)</script>"));
  assert.ok(text.includes("<b>broken.jfr is not a JFR recording"));
  assert.equal(await page.locator("script, img, b, i").count(), 0);
}));

await test("each link opens the page of its recording", () => withIndex(async (page) => {
  const links = page.locator("table a");
  assert.equal(await links.count(), summary.recordings.length);
  for (let i = 0; i < summary.recordings.length; i++) {
    await links.nth(i).click();
    await page.waitForSelector("h1, header");
    assert.ok((await page.title()).includes(summary.recordings[i].recording), await page.title());
    await page.goBack();
  }
}));

await test("crashes and what could not be read are named", () => withIndex(async (page) => {
  const text = await page.locator("body").innerText();
  assert.ok(text.includes("Java_Crash_write+0x14"));
  assert.ok(text.includes("fatal error: OutOfMemory encountered: Java heap space"));
  assert.ok(text.includes("could not be read"));
}));

for (const [name, settings] of [["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }],
  ["narrow", { colorScheme: "light", viewport: { width: 390, height: 800 } }]])
  await test(`${name}: readable, and nothing is wider than the window`, () => withIndex(async (page) => {
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });
    const [wide, window] = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
    assert.ok(wide <= window, `${wide} of ${window}`);
    // WCAG's contrast of each text against what is behind it.
    const poor = await page.evaluate(() => {
      const rgb = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
      const light = (color) => rgb(color).slice(0, 3).map((c) => c / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = (element) => {
        for (let e = element; e; e = e.parentElement) {
          const color = getComputedStyle(e).backgroundColor;
          if (rgb(color)[3] !== 0) return color;
        }
        return "rgb(255, 255, 255)";
      };
      return [...document.querySelectorAll("body *")]
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
        .map((e) => {
          const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
          return { text: e.textContent.slice(0, 40), ratio: (a + 0.05) / (b + 0.05) };
        }).filter(({ ratio }) => ratio < 4.5);
    });
    assert.deepEqual(poor, []);
  }, settings));

await browser.close();
rmSync(directory, { recursive: true });
finish();
