// The flame graph in Chromium: what the script does with a picture opened from a file.
//
//   npm install && node flame.test.mjs        BUILD=../../build, CHROMIUM=/usr/bin/chromium
//
// Expected numbers are counted here from the collapsed stacks, not taken from the picture.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const tool = join(resolve(process.env.BUILD ?? join(here, "../../build")), "tests/tools/collapsed2svg");
const directory = mkdtempSync(join(tmpdir(), "flame-"));

// ---- Stacks and what is to be seen of them ---------------------------------------------------

// A few hundred stacks with recursion, from a fixed seed.
function someStacks() {
  const methods = ["java.lang.Thread.run", "com.acme.Server.handle", "com.acme.Engine.price",
    "com.acme.Engine.round", "java.util.HashMap.getNode", "java.util.HashMap.put", "org.db.Driver.query",
    "org.db.Driver.read", "futex_wait", "com.acme.json.Writer.writeObject"];
  let seed = 7;
  const random = (n) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  const stacks = new Map();
  for (let i = 0; i < 400; i++) {
    const stack = [methods[0], methods[1 + random(2)]];
    for (let depth = random(9); depth > 0; depth--) stack.push(methods[random(methods.length)]);
    const key = stack.join(";");
    stacks.set(key, (stacks.get(key) ?? 0) + 1 + random(20));
  }
  return stacks;
}

const stacks = someStacks();
const sum = (filter) => [...stacks].reduce((n, [stack, count]) => n + (filter(stack.split(";")) ? count : 0), 0);
const all = sum(() => true);
const share = (n, of = all) => (n === of ? "100 %" : `${((100 * n) / of).toFixed(2)} %`);
const below = (...path) => sum((frames) => path.every((name, i) => frames[i] === name));

let pictures = 0;
function draw(lines, ...options) {
  const path = join(directory, `${pictures++}.svg`);
  writeFileSync(path, execFileSync(tool, options, { input: lines, stdio: ["pipe", "pipe", "ignore"], maxBuffer: 1 << 26 }));
  return pathToFileURL(path).href;
}
const collapsed = [...stacks].map(([stack, count]) => `${stack} ${count}\n`).join("");

// ---- A page with a picture -------------------------------------------------------------------

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function withPage(url, body, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...settings });
  const page = await context.newPage();
  const problems = [], requests = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  try {
    await page.goto(url);
    await body(page);
    assert.deepEqual(problems, []);
    assert.deepEqual(requests.filter((request) => request.split("#")[0] !== url.split("#")[0]), []);
  } finally {
    await context.close();
  }
}

// Frames by name; of several the first in depth-first order, unless a level (the root's is 1) is given.
const frame = (page, label, level) => page.locator(
  `.frames > g[aria-label^=${JSON.stringify(`${label} (`)}]${level ? `[aria-level="${level}"]` : ""}`);
const box = (page, label, level) => frame(page, label, level).first().locator("rect").boundingBox();
const text = (page, selector) => page.locator(selector).textContent();
const search = async (page, pattern) => {
  await page.keyboard.press("/");
  await page.keyboard.type(pattern);
  await page.waitForTimeout(200);
};
const near = (got, wanted, within = 1) => assert.ok(Math.abs(got - wanted) <= within, `${got}, not ${wanted}`);

// ---- Tests -----------------------------------------------------------------------------------

let passed = 0, failed = 0;
async function test(name, body) {
  try {
    await body();
    passed++;
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${name}\n  ${String(error.stack ?? error).split("\n").slice(0, 12).join("\n  ")}`);
  }
}
const onPicture = (name, body, ...options) =>
  test(name, () => withPage(draw(collapsed, ...options), body));

await onPicture("opens without errors or requests and fills the window", async (page) => {
  near((await box(page, "all")).width, 1180);
  await page.setViewportSize({ width: 700, height: 800 });
  await page.waitForFunction(() => document.querySelector(".frames rect").getAttribute("width") < 700);
  near((await box(page, "all")).width, 680);
});

await onPicture("is as wide as its samples, and the text fits", async (page) => {
  const n = below("java.lang.Thread.run", "com.acme.Server.handle");
  near((await box(page, "com.acme.Server.handle", 3)).width, (1180 * n) / all);
  const sticksOut = await page.evaluate(() => [...document.querySelectorAll(".frames > g")].filter((g) => {
    const label = g.querySelector("text");
    return label && label.getComputedTextLength() > Number(g.querySelector("rect").getAttribute("width"));
  }).length);
  assert.equal(sticksOut, 0);
});

await onPicture("hovering tells name, samples and shares", async (page) => {
  const parent = below("java.lang.Thread.run"), n = below("java.lang.Thread.run", "com.acme.Engine.price");
  await frame(page, "com.acme.Engine.price", 3).first().hover();
  assert.equal(await text(page, ".status .name"), "com.acme.Engine.price");
  const facts = await text(page, ".status .facts");
  assert.ok(facts.includes(`${n.toLocaleString("en-US")} samples`), facts);
  assert.ok(facts.includes(`${share(n)} of all`), facts);
  assert.ok(facts.includes(`${share(n, parent)} of parent`), facts);
});

await onPicture("frames too thin for a text can be pointed at and clicked", async (page) => {
  const at = await page.evaluate(() => {
    const [, x, y] = document.querySelector(".thin path").getAttribute("d").match(/^M([\d.]+) ([\d.]+)/);
    const { top } = document.documentElement.getBoundingClientRect();
    return { x: Number(x) + 0.3, y: Number(y) + 8 + top };
  });
  await page.mouse.move(at.x, at.y);
  const name = await text(page, ".status .name");
  assert.match(name, /^(java|com|org|futex)/);
  await page.mouse.click(at.x, at.y);
  const focused = await page.evaluate(() => [document.activeElement.getAttribute("aria-label"),
    document.activeElement.querySelector("rect").getAttribute("width")]);
  assert.ok(focused[0].startsWith(`${name} (`));
  near(Number(focused[1]), 1180);
  assert.ok((await page.locator(".frames .above").count()) > 0);
});

await onPicture("a click zooms, reset and 0 and Home go back", async (page) => {
  const before = await box(page, "com.acme.Engine.price", 3);
  assert.ok(before.width < 1000);
  for (const back of ["button", "0", "Home"]) {
    await frame(page, "com.acme.Engine.price", 3).first().click();
    near((await box(page, "com.acme.Engine.price", 3)).width, 1180);
    assert.equal(await frame(page, "java.lang.Thread.run").first().getAttribute("class"), "above");
    assert.equal(await frame(page, "com.acme.Server.handle", 3).count(), 0);
    if (back === "button") await page.getByRole("button", { name: "Reset zoom" }).click();
    else await page.keyboard.press(back);
    near((await box(page, "com.acme.Engine.price", 3)).width, before.width);
  }
});

await test("zooming brings up frames that were too narrow", async () => {
  const lines = `a.B.run;a.B.often 20000\na.B.run;a.B.rare;a.B.inner 3\n`;
  await withPage(draw(lines, "-m", "0"), async (page) => {
    assert.equal(await frame(page, "a.B.inner").count(), 0);
    await page.goto(`${page.url()}#z=4`); // run, often, rare, inner: depth first, siblings by name
    await page.reload();
    near((await box(page, "a.B.inner")).width, 1180);
    assert.match(await text(page, ".status .facts"), /^3 samples/);
  });
});

for (const [pattern, matches] of [
  ["HashMap", (name) => name.includes("HashMap")],
  ["^com\\.acme\\.", (name) => name.startsWith("com.acme.")],
  ["acme|futex", (name) => /acme|futex/.test(name)],
  ["hashmap.put$", (name) => name === "java.util.HashMap.put"],
  ["no such frame", () => false],
]) {
  await onPicture(`the share that /${pattern}/ matches counts each stack once`, async (page) => {
    await search(page, pattern);
    const n = sum((frames) => frames.some(matches));
    assert.equal(await text(page, ".bar output"), `Matched: ${share(n)} (${n.toLocaleString("en-US")} samples)`);
    const wrong = await page.evaluate((source) => [...document.querySelectorAll(".frames > g")].filter((g) =>
      new RegExp(source, "i").test(g.getAttribute("aria-label").replace(/ \([^(]*\)$/, "")) !== g.classList.contains("hit")).length, pattern);
    assert.equal(wrong, 0);
  });
}

await onPicture("search can mind the case", async (page) => {
  await search(page, "hashmap");
  assert.ok((await page.locator(".frames .hit").count()) > 0);
  await page.getByRole("button", { name: "Aa" }).click();
  assert.equal(await page.locator(".frames .hit").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Aa" }).getAttribute("aria-pressed"), "true");
});

await onPicture("a broken regex is no accident", async (page) => {
  await search(page, "a(b");
  assert.equal(await text(page, ".bar output"), "not a regular expression");
  assert.equal(await page.locator(".frames .hit").count(), 0);
});

await onPicture("Ctrl+F searches, n and N step through the matches, Esc clears", async (page) => {
  await page.keyboard.press("Control+f");
  await page.keyboard.type("HashMap.put");
  await page.keyboard.press("Enter");
  const current = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const first = await page.evaluate(() => document.activeElement.frame);
  assert.match(await current(), /^java\.util\.HashMap\.put \(/);
  await page.keyboard.press("n");
  const second = await page.evaluate(() => document.activeElement.frame);
  assert.match(await current(), /^java\.util\.HashMap\.put \(/);
  assert.ok(second > first, `${second} after ${first}`);
  await page.keyboard.press("N");
  assert.equal(await page.evaluate(() => document.activeElement.frame), first);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".frames .hit").count(), 0);
  assert.equal(await text(page, ".bar output"), "");
});

await onPicture("i turns the picture over", async (page) => {
  const order = async () => (await box(page, "all")).y - (await box(page, "java.lang.Thread.run")).y;
  assert.ok((await order()) > 0);
  await page.keyboard.press("i");
  assert.ok((await order()) < 0);
  await page.keyboard.press("i");
  assert.ok((await order()) > 0);
});

await onPicture("an icicle has its root on top", async (page) => {
  assert.ok((await box(page, "all")).y < (await box(page, "java.lang.Thread.run")).y);
  await page.keyboard.press("Tab");
}, "-i");

await onPicture("arrows go from frame to frame, Enter zooms, Backspace leaves", async (page) => {
  const current = () => page.evaluate(() => document.activeElement.getAttribute("aria-label")?.replace(/ \([^(]*$/, ""));
  await page.keyboard.press("ArrowUp");
  assert.equal(await current(), "all");
  await page.keyboard.press("ArrowUp");
  assert.equal(await current(), "java.lang.Thread.run");
  await page.keyboard.press("ArrowUp");
  const child = await current();
  assert.match(child, /^com\.acme\./);
  await page.keyboard.press(child.includes("Engine") ? "ArrowRight" : "ArrowLeft");
  const sibling = await current();
  assert.notEqual(sibling, child);
  assert.match(await text(page, ".status .name"), /^com\.acme\./);
  await page.keyboard.press("Enter");
  near((await box(page, sibling)).width, 1180, 3); // with the outline
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowDown");
  assert.equal(await current(), "java.lang.Thread.run");
});

await onPicture("frames are a tree for screen readers", async (page) => {
  assert.equal(await page.locator(".frames[role=tree]").count(), 1);
  const level = await frame(page, "java.lang.Thread.run").first().getAttribute("aria-level");
  assert.equal(level, "2");
  assert.equal(await page.locator('.frames > g[tabindex="0"]').count(), 1);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator('.frames > g[tabindex="0"]').count(), 1);
});

await onPicture("? lists the keys, Esc closes the list", async (page) => {
  await page.keyboard.press("?");
  assert.ok((await text(page, ".help")).includes("reset zoom"));
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".help").count(), 0);
});

await test("the address brings search, zoom and orientation back", async () => {
  const url = draw(collapsed);
  let link;
  await withPage(url, async (page) => {
    await frame(page, "com.acme.Engine.price", 3).first().click();
    await page.keyboard.press("i");
    await search(page, "HashMap");
    link = page.url();
  });
  await withPage(link, async (page) => {
    near((await box(page, "com.acme.Engine.price", 3)).width, 1180);
    assert.ok((await page.locator(".frames .hit").count()) > 0);
    assert.ok((await box(page, "all")).y < (await box(page, "java.lang.Thread.run")).y);
  });
  await withPage(`${url}#z=99999999&s=(`, async (page) => near((await box(page, "all")).width, 1180));
});

await test("a tall picture opens at its root and keeps toolbar and status in sight", async () => {
  const deep = Array.from({ length: 120 }, (_, i) => `a.B.m${i}`).join(";");
  await withPage(draw(`${deep} 5\n`), async (page) => {
    const inSight = async (selector) => {
      const { y, height } = await page.locator(selector).boundingBox();
      assert.ok(y >= 0 && y + height <= 800, `${selector} at ${y}`);
    };
    for (const selector of [".bar", ".status rect"]) await inSight(selector);
    const root = await box(page, "all");
    assert.ok(root.y > 0 && root.y < 800);
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.waitForTimeout(100);
    for (const selector of [".bar", ".status rect"]) await inSight(selector);
  });
});

await test("hostile names and titles run nothing and stay as they are", async () => {
  const names = ["<script>alert(1)</script>", "]]><script>alert(2)</script>", "\"><img src=x onerror=alert(3)>",
    "javascript:alert(4)", "${alert(5)}", "</metadata><script>alert(6)</script>", "a\u202eb\u0007c", "\\u0041\\",
    "__proto__", "constructor", "toString", "x".repeat(10000)];
  const lines = names.map((name) => `${name};${name} 3\n`).join("");
  await withPage(draw(lines, "-t", "</title><script>alert(7)</script>", "-s", "<b>&amp;"), async (page) => {
    for (const name of names.slice(0, 6)) {
      await frame(page, name).first().hover();
      assert.equal(await text(page, ".status .name"), name);
    }
    assert.equal(await page.locator('.frames > g[aria-label^="a\\\\u202Eb\\\\x07c ("]').count(), 2);
    await frame(page, "constructor").first().click();
    await search(page, "<script>");
    assert.ok((await text(page, ".bar output")).startsWith(`Matched: ${share(9, 36)}`));
    assert.equal(await page.locator("script").count(), 1);
  });
});

await test("an empty profile is a page without errors", async () => {
  await withPage(draw(""), async (page) => {
    await search(page, "x");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.keyboard.press("i");
    assert.ok((await text(page, ".note")).includes("No samples"));
  });
});

await test("without JavaScript, and in an <img>, the picture is there", async () => {
  const url = draw(collapsed);
  await withPage(url, async (page) => {
    assert.ok((await page.locator(".frames > g > g").count()) > 50);
    near((await page.locator(".frames rect").last().boundingBox()).height, 16, 8);
  }, { javaScriptEnabled: false });
  const html = join(directory, "img.html");
  writeFileSync(html, `<!DOCTYPE html><img src="${url}">`);
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const page = await context.newPage();
  await page.goto(pathToFileURL(html).href);
  assert.ok(await page.evaluate(() => document.images[0].complete && document.images[0].naturalWidth > 0));
  assert.ok((await page.locator("img").boundingBox()).width > 500);
  await context.close();
});

await test("dark where the reader wants it dark", async () => {
  const paper = async (colorScheme) => {
    let fill;
    await withPage(draw(collapsed), async (page) => {
      fill = await page.locator(".paper").evaluate((rect) => getComputedStyle(rect).fill);
    }, { colorScheme });
    return fill;
  };
  assert.equal(await paper("light"), "rgb(255, 255, 255)");
  assert.notEqual(await paper("dark"), "rgb(255, 255, 255)");
});

await test("fifty thousand frames open", async () => {
  const lines = [];
  for (let i = 0; i < 2500; i++) {
    const stack = [];
    for (let depth = 0; depth < 22; depth++)
      stack.push(`com.acme.p${depth}.Worker${(i >> Math.max(0, 11 - depth)) % 3000}.step`);
    lines.push(`${stack.join(";")} ${1 + (i % 7)}\n`);
  }
  const url = draw(lines.join(""), "-b", "2000000"), start = Date.now();
  await withPage(url, async (page) => near((await box(page, "all")).width, 1180));
  console.log(`  after ${Date.now() - start} ms`); // one second where nobody else wants the processors
});

await browser.close();
rmSync(directory, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
