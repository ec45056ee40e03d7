// The page of a whole recording in Chromium and in Firefox: kinds of samples, tabs, findings, windows, threads. Its figures
// are held against those of the commands.
//
//   npm install && node whole.test.mjs     JFRTOOL=../../build/jfrtool, CHROMIUM=/usr/bin/chromium, FIREFOX=/usr/bin/firefox-esr
//
// A browser that is not there is left out, which is said.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./bidi.mjs";
import { finish, root, test } from "./page_parts.mjs";

const tool = resolve(process.env.JFRTOOL ?? join(root, "build/jfrtool")), directory = mkdtempSync(join(tmpdir(), "whole-"));
const run = (...args) => execFileSync(tool, [...args, "--quiet"], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
function pageOf(name) {
  const path = join(directory, `${name}.html`);
  run("overview", "-o", path, join(root, "testdata", name));
  return pathToFileURL(path).href;
}
const native = pageOf("native-17.jfr"), judged = pageOf("rule-warning.jfr.zst"), shop = pageOf("shop-17.jfr.zst"), hostile = pageOf("hostile-17.jfr");

const experiments = pageOf("experiments.jfr.zst"), compared = pathToFileURL(join(directory, "compared.html")).href, framed = pathToFileURL(join(directory, "framed.html")).href;
run("diff", "-o", join(directory, "compared.html"), join(root, "testdata/native-17.jfr"), join(root, "testdata/shop-17.jfr.zst"));
// The page in a frame without an origin of its own; a script of the frame's tells how it went.
{
  const inner = readFileSync(join(directory, "shop-17.jfr.zst.html"), "utf8").replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "").replace("</body>", `<script>
    const look = setInterval(() => {
      if (document.documentElement.dataset.ready !== "1") return;
      const tab = [...document.querySelectorAll(".tabs button")].find((one) => one.textContent === "Locks");
      if (tab.getAttribute("aria-selected") !== "true") return tab.click();
      clearInterval(look);
      setTimeout(() => parent.postMessage({ ready: document.documentElement.dataset.ready, tab: document.querySelector(".tabs [aria-selected=true]").textContent }, "*"), 400);
    }, 50);</script></body>`);
  const quoted = inner.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  writeFileSync(join(directory, "framed.html"), `<!doctype html><meta charset="utf-8"><script>addEventListener("message", ({ data }) => { window.told = data; });</script><iframe sandbox="allow-scripts" srcdoc="${quoted}" style="width:1300px;height:800px"></iframe>`);
}

async function launchChromium(program) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: program, args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  const page = await browser.newPage(), problems = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => (problems.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  return {
    problems, size: (width, height) => page.setViewportSize({ width, height }), open: (url) => page.goto(url),
    evaluate: (body, ...args) => page.evaluate(`(${body})(...${JSON.stringify(args)})`), close: () => browser.close(),
    // Of the accessibility tree: role and element of what should have a name and has none.
    async unnamed() {
      const client = await page.context().newCDPSession(page), { nodes } = await client.send("Accessibility.getFullAXTree"), found = [];
      for (const node of nodes) {
        const focusable = node.properties?.some(({ name, value }) => name === "focusable" && value.value), role = node.role?.value;
        const needs = ["table", "grid", "image", "img", "dialog", "columnheader"].includes(role) || (focusable && !["RootWebArea", "generic"].includes(role));
        if (node.ignored || !needs || node.name?.value.trim()) continue;
        const { node: element } = await client.send("DOM.describeNode", { backendNodeId: node.backendDOMNodeId });
        if ((element.attributes ?? []).includes("hidden")) continue; // since the tree was asked
        found.push(`${role} ${element.localName} ${(element.attributes ?? []).join(" ")}`);
      }
      await client.detach();
      return found;
    },
    async drag(from, to) {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move((from[0] + to[0]) / 2, to[1]);
      await page.mouse.move(...to);
      await page.mouse.up();
    },
  };
}

async function tryAll(browser, said) {
  // What is waited for comes, or the test fails; how long it takes says nothing.
  async function until(body, ...args) {
    for (let i = 0; i < 1800; i++) {
      const value = await browser.evaluate(body, ...args);
      if (value) return value;
      await new Promise((soon) => setTimeout(soon, 100));
    }
    throw new Error(`it does not come: ${body}`);
  }
  const openPage = async (url, width = 1400, other = false) => {
    await browser.open("about:blank");
    await browser.size(width, 900);
    await browser.open(url);
    if (!other) await until(() => document.documentElement.dataset.ready === "1");
  };
  const click = (text, where = "") => browser.evaluate((wanted, parent) => {
    const button = [...document.querySelectorAll(`${parent} button`)].find((one) => one.textContent.trim() === wanted && one.offsetParent);
    button?.click();
    return Boolean(button);
  }, text, where).then((found) => assert.ok(found, text));
  const rows = () => browser.evaluate(() => [...document.querySelectorAll(".hot tbody tr[data-group]")].slice(0, 10)
    .map((line) => [line.children[2].textContent, line.children[4].textContent.replace(/\(.*/, "")]));
  const fits = () => browser.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  const testHere = (name, body) => test(`${said}: ${name}`, async () => {
    browser.problems.length = 0;
    await body();
    assert.deepEqual(browser.problems, []);
  });

  await testHere("the account is the first tab, and open; verdict, lanes, table and flame graph are in the first screen of the next", async () => {
    await openPage(native);
    assert.equal(await until(() => document.querySelector(".tabs button[aria-selected=true]")?.textContent), "Account");
    assert.ok(await until(() => document.querySelector(".panel:not([hidden]) .sheet")?.textContent.includes("threads were alive")));
    await click("Profile", ".tabs");
    for (const selector of ["#verdict", "#time canvas", "#methods .hot tbody tr", "#flame canvas"])
      assert.ok(await until((one) => document.querySelector(one)?.getBoundingClientRect().top < 860, selector), selector);
    assert.ok(await fits());
  });
  await testHere("each kind of samples has the methods of hot-methods", async () => {
    await openPage(`${native}#tab=Profile`);
    const kinds = { Allocation: "alloc", Locks: "lock", "I/O": "io", Exceptions: "exception", CPU: "cpu" };
    for (const [button, event] of Object.entries(kinds)) {
      await click(button, ".kinds");
      const { methods } = JSON.parse(run("hot-methods", "--json", "--top", "10", "--event", event, join(root, "testdata/native-17.jfr")));
      const names = new Set((await rows()).map(([, name]) => name));
      for (const { method } of methods.slice(0, 3)) assert.ok([...names].some((name) => name.endsWith(method)), `${event} ${method} ${[...names]}`);
    }
  });
  await testHere("a finding shows its time and its method in the profile", async () => {
    await openPage(judged);
    await browser.evaluate(() => [...document.querySelectorAll(".tabs button")].find((one) => one.textContent.startsWith("Findings")).click());
    await until(() => document.querySelectorAll("#findings .finding").length > 0);
    await browser.evaluate(() => [...document.querySelectorAll("#findings .finding")].find((one) => one.textContent.includes("Hot method"))
      .querySelector("button").click());
    const hash = await until(() => location.hash.includes("t=") && location.hash);
    assert.ok(hash.includes("tab=Profile"), hash);
    assert.ok(await until(() => document.querySelector(".hot tr[aria-selected=true]")?.textContent.includes("Index.lookup")));
  });
  await testHere("a window that is dragged is compared with the rest, or with another one", async () => {
    await openPage(native);
    const drag = async (from, to) => { // what stands above may have moved it
      const box = await browser.evaluate(() => {
        const { left, top, width } = document.querySelector("#time canvas").getBoundingClientRect();
        return { left, top, width };
      });
      const at = (part) => [Math.round(box.left + 58 + part * (box.width - 66)), Math.round(box.top + 40)];
      await browser.drag(at(from), at(to));
    };
    await drag(0.2, 0.5);
    await until(() => location.hash.includes("t="));
    await click("What is different?");
    await until(() => document.querySelectorAll(".different .part").length === 3);
    await click("Compare with this window");
    await until(() => location.hash.includes("base=") && !location.hash.includes("t="));
    await drag(0.6, 0.9);
    assert.ok(await until(() => /t=\d+-\d+/.test(location.hash) && document.querySelectorAll(".different .part").length === 3 && location.hash));
  });
  await testHere("tabs have what the commands answer; threads have lanes", async () => {
    await openPage(native);
    for (const [tab, text] of [["GC", "pauses"], ["Locks", "workload.blocking$account"], ["I/O", "input.bin"], ["JVM", "17.0.15"]]) {
      await click(tab, ".tabs");
      assert.ok(await until((wanted) => [...document.querySelectorAll(".panel")].find((one) => !one.hidden)?.textContent.toLowerCase().includes(wanted), text), tab);
    }
    await click("Threads", ".tabs");
    await until(() => document.querySelectorAll(".track-names button").length > 3 && document.querySelector("#tracks canvas").height > 50);
    await browser.evaluate(() => document.querySelector(".track-names button").click());
    assert.match(await until(() => location.hash.includes("threads=") && location.hash), /threads=\d+/);
  });
  await testHere("a table of a tab sorts by any column, by click and by key, and filters", async () => {
    await openPage(`${native}#tab=I/O`);
    const column = (n) => browser.evaluate((c) => [...document.querySelector(".panel:not([hidden]) .sheet table").tBodies[0].rows].map((row) => row.cells[c].textContent), n);
    const press = (n) => browser.evaluate((c) => document.querySelectorAll(".panel:not([hidden]) .sheet table th button")[c].click(), n);
    const said = () => browser.evaluate(() => [...document.querySelectorAll(".panel:not([hidden]) .sheet table")][0].querySelectorAll("th[aria-sort]:not([aria-sort=none])").length);
    await until(() => document.querySelector(".panel:not([hidden]) .sheet table th button"));
    const headings = await browser.evaluate(() => document.querySelectorAll(".panel:not([hidden]) .sheet table")[0].tHead.rows[0].cells.length);
    for (let c = 0; c < headings; c++) {
      await press(c);
      const once = await column(c);
      assert.equal(await said(), 1);
      await press(c);
      assert.deepEqual([...(await column(c))].sort(), [...once].sort(), "the same rows");
    }
    await press(1);
    const counts = (await column(1)).map(Number);
    assert.deepEqual(counts, [...counts].sort((a, b) => b - a));
    await browser.evaluate(() => {
      const field = document.querySelector(".panel:not([hidden]) .sheet .filter input");
      field.value = "INPUT.bin";
      field.dispatchEvent(new Event("input"));
    });
    assert.equal((await column(1)).length, 1);
  });
  await testHere("on a phone names in tables are whole", async () => {
    await openPage(`${native}#tab=I/O`, 390);
    await until(() => document.querySelector(".panel:not([hidden]) .sheet td.name .link"));
    assert.deepEqual(await browser.evaluate(() => [...document.querySelectorAll(".panel:not([hidden]) .sheet td.name")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)), []);
    await openPage(`${shop}#tab=Threads`, 390); // whose end, which tells them apart, is not cut off again
    await until(() => document.querySelector(".track-names button"));
    assert.deepEqual(await browser.evaluate(() => [...document.querySelectorAll(".track-names button")]
      .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)), []);
  });
  await testHere("a lock leads to its waits over time and to the stacks of its holders, a file to its reads", async () => {
    await openPage(`${shop}#tab=Locks`);
    await until(() => document.querySelector(".panel:not([hidden]) .sheet .link"));
    await click("workload.Shop$PriceList", ".panel:not([hidden]) .sheet");
    await until(() => document.querySelector("#events")?.textContent.includes("workload.Shop$PriceList: 1,741 events"));
    assert.match(await until(() => location.hash.includes("about=") && location.hash), /about=workload.Shop/);
    assert.equal(await browser.evaluate(() => document.querySelector("#events tbody tr").cells[2].textContent), "92.6 ms", "the longest first");
    await click("Stacks of its holders", "#events");
    assert.match(await until(() => location.hash.includes("during=1") && location.hash), /threads=/);
    assert.ok(await until(() => document.querySelector(".hot tbody tr")?.textContent.includes("Pattern")), "what they did meanwhile");
    await openPage(`${native}#tab=I/O`);
    await until(() => document.querySelector(".panel:not([hidden]) .sheet .link"));
    await click("input.bin", ".panel:not([hidden]) .sheet");
    await until(() => document.querySelector("#events")?.textContent.includes("input.bin: 646 events"));
  });
  await testHere("two recordings are one page: what changed, tables with both, a flame graph of differences", async () => {
    await openPage(compared);
    assert.equal(await until(() => document.querySelector(".tabs button[aria-selected=true]")?.textContent), "Changes");
    const json = JSON.parse(run("diff", "--json", join(root, "testdata/native-17.jfr"), join(root, "testdata/shop-17.jfr.zst")));
    const text = await until(() => document.querySelector(".panel:not([hidden]) .sheet")?.textContent);
    assert.ok(text.includes(`Findings: ${json.findings.filter(({ change }) => change === "new").length} new`), text.slice(0, 300));
    await click("Locks", ".tabs");
    const row = (name) => browser.evaluate((wanted) => [...document.querySelectorAll(".panel:not([hidden]) .sheet table tr")].find((line) => line.textContent.includes(wanted))?.textContent, name);
    assert.match(await until(() => document.querySelector(".panel:not([hidden]) .sheet thead")?.textContent), /total beforetotal after/);
    assert.match(await row("Blocking$Account"), /^workload\.Blocking\$Account804 ms-/);
    assert.match(await row("Shop$PriceList"), /^workload\.Shop\$PriceList-20.7 s/);
    await click("I/O", ".tabs"); // several reports, whose tables are called alike
    const tables = await until(() => {
      const all = [...document.querySelectorAll(".panel:not([hidden]) .sheet .wide table")];
      return all.length > 3 && all.map((table) => [...table.rows].map((line) => [...line.cells].map((cell) => cell.textContent)));
    });
    for (const [head, ...rows] of tables) {
      assert.ok(rows.every((line) => line.length === head.length), head.join());
      const operation = head.indexOf("operation");
      for (const line of rows) assert.equal(operation >= 0 && /^(File|Socket)/.test(line[operation]), line.some((text) => /^(File|Socket)(Read|Write)$/.test(text)), line.join());
    }
    const times = tables.filter(([head]) => head[0] === "from");
    assert.ok(times.length && times.every(([head]) => !head.some((title) => /before|after/.test(title))), "no two recordings have a time in common");
    await click("Flame graph", ".tabs");
    assert.match(await until(() => document.querySelector("#flame .legend").textContent), /more than in the base/);
    assert.ok(await fits());
  });
  await testHere("in a frame that may run scripts and nothing else, it works", async () => {
    await openPage(framed, 1400, true);
    await until(() => window.told?.ready);
    assert.deepEqual(await browser.evaluate(() => window.told), { ready: "1", tab: "Locks" });
  });
  await testHere("keys go from tab to tab", async () => {
    await openPage(native);
    await browser.evaluate(() => document.querySelector(".tabs button").focus());
    await browser.evaluate(() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })));
    assert.equal(await until(() => document.querySelector(".tabs [aria-selected=true]") === document.activeElement && document.activeElement.textContent), "Profile");
  });
  await testHere("names that try to be more are text in every tab", async () => {
    await openPage(hostile);
    const tabs = await browser.evaluate(() => document.querySelectorAll(".tabs button").length);
    for (let i = 0; i < tabs; i++) {
      await browser.evaluate((tab) => document.querySelectorAll(".tabs button")[tab].click(), i);
      await until((tab) => !document.getElementById(`panel-${tab}`).hidden && document.getElementById(`panel-${tab}`).childElementCount > 0, i);
    }
    assert.deepEqual(await browser.evaluate(() => [...document.querySelectorAll("main :is(script, img, iframe, object, embed, form, base, meta, link)")].map((one) => one.outerHTML)), []);
    assert.deepEqual(await browser.evaluate(() => [...document.querySelectorAll("main *")].flatMap((one) => [...one.attributes]).filter(({ name }) => name.startsWith("on")).length), 0);
  });
  await testHere("nothing is to the right of a phone's screen", async () => {
    await openPage(native, 390);
    for (const tab of ["", "#tab=Profile", "#tab=Flame graph", "#full=1", "#tab=Findings", "#tab=Threads", "#about=input.bin&tab=Threads", "#tab=GC", "#tab=I/O", "#tab=JVM", "#tab=Differences&t=500-1500"]) {
      await openPage(native + tab, 390);
      assert.ok(await fits(), tab);
    }
  });
  await testHere("no word of a picture begins left of it", async () => {
    await openPage(shop, 1300);
    await browser.evaluate(() => {
      const draw = CanvasRenderingContext2D.prototype.fillText;
      window.drawn = new Set();
      CanvasRenderingContext2D.prototype.fillText = function (text, x, ...rest) {
        const left = x - this.measureText(text).width * ({ right: 1, center: 0.5 }[this.textAlign] ?? 0);
        window.drawn.add(left < 0 ? `${text} from ${left}` : "whole");
        return draw.call(this, text, x, ...rest);
      };
    });
    for (const tab of ["Account", "GC", "Memory", "Locks", "I/O", "JVM", "Profile", "Threads"]) {
      await click(tab, ".tabs");
      await until(() => {
        const pictures = [...document.querySelectorAll(".panel:not([hidden]) canvas, .panel:not([hidden]) .tracks svg")];
        return pictures.length > 0 && pictures.every((one) => one.localName !== "canvas" || one.width !== 300);
      });
    }
    assert.deepEqual(await browser.evaluate(() => [...window.drawn]), ["whole"]);
  });
  if (browser.unnamed) await testHere("whatever takes the focus, and every table and picture, has a name", async () => {
    for (const url of [native, experiments, compared]) {
      await openPage(url, 1300);
      const count = await browser.evaluate(() => document.querySelectorAll(".tabs button").length);
      for (let i = 0; i < count; i++) {
        await browser.evaluate((tab) => document.querySelectorAll(".tabs button")[tab].click(), i);
        await until((tab) => !document.getElementById(`panel-${tab}`).hidden && document.getElementById(`panel-${tab}`).childElementCount > 0, i);
        assert.deepEqual(await browser.unnamed(), [], `${url.split("/").at(-1)}, tab ${i}`);
      }
    }
  });
  await testHere("what experiments say is a picture that fits, and a table, said once", async () => {
    await openPage(experiments, 1300);
    await browser.evaluate(() => [...document.querySelectorAll(".tabs button")].find((one) => one.textContent === "What if").click());
    await until(() => document.querySelector("svg.whatif") !== null);
    const seen = await browser.evaluate(() => {
      const text = document.querySelector("svg.whatif").closest("[role=tabpanel]").textContent, names = [...document.querySelectorAll("svg.whatif .name")];
      return { conditions: text.split("progress: 5,029 of").length - 1, left: Math.min(...names.map((one) => one.getBBox().x)), about: document.querySelector(".about").textContent,
        empty: [...document.querySelectorAll("button")].filter((one) => !one.textContent.trim() && one.getClientRects().length).length };
    });
    assert.equal(seen.conditions, 1);
    assert.ok(seen.left >= 0, String(seen.left)); // no name begins beside the picture
    assert.match(seen.about, /^no samples · 8\.00 s/);
    assert.equal(seen.empty, 0);
    await openPage(experiments, 390);
    assert.ok(await fits());
  });
  await browser.close();
}

const browsers = [["Chromium", process.env.CHROMIUM ?? "/usr/bin/chromium", launchChromium], ["Firefox", process.env.FIREFOX ?? "/usr/bin/firefox-esr", launch]];
for (const [name, program, start] of browsers) {
  // One that is not there, or does not start here (a container may lack what it needs), says nothing about the page.
  const browser = existsSync(program) ? await start(program).catch((error) => console.log(`${name} does not start: ${error.message}`)) : null;
  if (browser) await tryAll(browser, name);
  else console.log(`${name} is left out (${program})`);
}
rmSync(directory, { recursive: true, force: true });
finish();
