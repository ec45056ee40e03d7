// The program in a browser's tab, from file://: it asks the network for nothing, says what the program of this
// machine says, and shows it.
//
//   tab.test.mjs PAGE RECORDING...     JFRTOOL is this machine's; CHROMIUM the browser
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

const { chromium } = createRequire(new URL("../browser/package.json", import.meta.url))("playwright-core");
const [page, ...recordings] = process.argv.slice(2);
const tool = process.env.JFRTOOL;
const commands = [["hot-methods"], ["overview", "--json"], ["events"], ["gc"], ["flame"]];
let passed = 0, failed = 0;
const check = (what, good, more = "") => {
    if (good) passed++;
    else failed++, console.log(`FAILED: ${what} ${more}`);
};

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM, args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
const context = await browser.newContext({ acceptDownloads: true });
const tab = await context.newPage();
const said = [], asked = [];
tab.on("console", (message) => said.push(message.text()));
tab.on("pageerror", (error) => said.push(String(error)));
tab.on("request", (request) => /^(blob|data):/.test(request.url()) || asked.push(request.url()));
await tab.goto(`file://${resolve(page)}`);
const ready = await tab.evaluate(() => window.ready);
console.log(`ready after ${ready.ms.toFixed(0)} ms`);

const native = (args, file) => spawnSync(tool, [...args, basename(file)], {
    cwd: dirname(file), maxBuffer: 1 << 30, env: { ...process.env, TZ: "UTC", NO_COLOR: "1", COLUMNS: "160", LC_ALL: "C.UTF-8" },
});
await tab.evaluate(() => {
    const input = document.createElement("input");
    input.type = "file";
    input.id = "given";
    input.multiple = true;
    document.body.append(input);
});
for (const file of recordings) {
    await tab.setInputFiles("#given", file);
    for (const args of commands) {
        const got = await tab.evaluate(async (words) => {
            const files = [...document.getElementById("given").files];
            Object.assign(sharing, { most: 3, from: 0 }); // also what is small
            const { code, out, err } = await window.run([...words, files[0].name], files);
            let text = "";
            for (let at = 0; at < out.length; at += 8192) text += String.fromCharCode(...out.subarray(at, at + 8192));
            return { code, err, out: btoa(text) };
        }, args);
        const ours = native(args, file);
        const same = got.code === ours.status && Buffer.from(got.out, "base64").equals(ours.stdout) && got.err === String(ours.stderr);
        check(`${args.join(" ")} ${basename(file)} is the same in a tab`, same, `exit ${got.code}: ${got.err.slice(0, 200)}`);
    }
}
check("several workers shared recordings", await tab.evaluate(() => sharing.done) > 2, await tab.evaluate(() => sharing.done));

// ---- What somebody does there -------------------------------------------------------------------

const framed = async () => {
    await tab.waitForFunction(() => window.last, null, { timeout: 120000 });
    const shown = () => tab.frames().find((one) => one !== tab.mainFrame() && one.url().startsWith("blob:"));
    for (let tries = 0; !shown() && tries < 100; tries++) await tab.waitForTimeout(100); // it is on its way
    const frame = shown();
    await frame?.waitForFunction(() => document.body?.innerText.length > 200, null, { timeout: 60000 });
    return frame;
};
await tab.click("#sample");
let frame = await framed();
check("the sample shows the page of it", (await frame.title()).includes("sample"), await frame.title());
check("the page in the frame runs", await frame.evaluate(() => document.querySelectorAll("svg, canvas, [role=tab]").length > 0));
const [saved] = await Promise.all([tab.waitForEvent("download"), tab.click("#save-page")]);
const own = mkdtempSync(join(tmpdir(), "tab-"));
copyFileSync("testdata/rule-warning.jfr.zst", join(own, "sample.jfr.zst"));
spawnSync(tool, ["page", "-q", "-o", "own.html", "--", "sample.jfr.zst"], { cwd: own, env: { ...process.env, TZ: "UTC", LC_ALL: "C.UTF-8" } });
const saves = readFileSync(await saved.path()), owns = readFileSync(join(own, "own.html"));
check("the page that is saved is the one of this machine's program", saves.equals(owns), `${saves.length} and ${owns.length} bytes`);
rmSync(own, { recursive: true });
const [profile] = await Promise.all([tab.waitForEvent("download"), tab.click("#save-pprof")]);
const gzip = readFileSync(await profile.path());
check("a profile is saved", profile.suggestedFilename() === "sample.pb.gz" && gzip[0] === 0x1f && gzip[1] === 0x8b, profile.suggestedFilename());
await tab.fill("#command", "file info");
await tab.press("#command", "Enter");
await tab.waitForFunction(() => document.getElementById("answer").textContent.length > 100);
check("a command answers", (await tab.textContent("#answer")).length > 100);
await tab.keyboard.press("Escape");
check("Escape closes what it answered", await tab.isHidden("#answered"));
await tab.fill("#command", "sql SELECT count(*) || ' rows' FROM ActiveSetting WHERE name = 'period'");
await tab.press("#command", "Enter");
await tab.waitForFunction(() => /[0-9]+ rows|no such/.test(document.getElementById("answer").textContent));
check("SQL is typed without quotes", /[0-9]+ rows/.test(await tab.textContent("#answer")), await tab.textContent("#answer"));
await tab.keyboard.press("Escape");
await tab.evaluate(() => { window.last = null; });
await tab.setInputFiles("#file", ["testdata/shares-17.jfr", "testdata/shares-25.jfr"]);
frame = await framed();
check("two recordings are compared", /shares-17.*shares-25/.test(await frame.title()), await frame.title());

// Three: how each stands, what changed from one to the next, all as one, and each by itself.
const three = ["shares-17.jfr", "shares-25.jfr", "lambdas-17.jfr"], folder = mkdtempSync(join(tmpdir(), "tab-"));
mkdirSync(join(folder, "recordings"));
for (const name of three) copyFileSync(join("testdata", name), join(folder, "recordings", name));
const made = (args, file) => {
    spawnSync(tool, args, { cwd: join(folder, "recordings"), env: { ...process.env, TZ: "UTC", LC_ALL: "C.UTF-8" } });
    return readFileSync(join(folder, file));
};
const last = async () => Buffer.from(await tab.evaluate(async () => {
    while (!window.last) await new Promise((done) => setTimeout(done, 100));
    return Array.from(window.last.written ?? []);
}));
const views = [
    ["how three stand", made(["report", "-q", "--pages", "1", "-o", "../report", folder + "/recordings"], "report/index.html")],
    ["what changed over three", made(["history", "--format", "html", "-o", "../history.html", "--", ...three], "history.html")],
    ["three as one", made(["page", "-q", "-o", "../one.html", "--", ...three], "one.html")],
    ["the first of three", made(["page", "-q", "-o", "../first.html", "--", three[0]], "first.html")],
];
rmSync(folder, { recursive: true });
await tab.evaluate(() => { window.last = null; });
await tab.setInputFiles("#file", three.map((name) => join("testdata", name)));
for (const [i, [what, own]] of views.entries()) {
    if (i > 0) await tab.evaluate(() => { window.last = null; });
    if (i > 0) await tab.selectOption("#views", String(i));
    const got = await last();
    check(`${what}: the same in a tab`, got.equals(own), `${got.length} and ${own.length} bytes; ${await tab.textContent("#said")}`);
    if (i > 0) continue;
    frame = await framed();
    check("it names each, and leads nowhere that is not there", await frame.waitForFunction((names) =>
        names.every((name) => document.body.innerText.includes(name)) && !document.querySelector("a[href$='.html']"),
    three, { timeout: 60000 }).then(() => true, () => false));
}
await tab.fill("#command", "history");
await tab.press("#command", "Enter");
await tab.waitForFunction(() => /changes? in/.test(document.getElementById("answer").textContent), null, { timeout: 60000 });
check("history is typed, too", !(await tab.isHidden("#answered")));
await tab.keyboard.press("Escape");
await tab.evaluate(() => { window.last = null; });
await tab.setInputFiles("#file", { name: "notes.jfr", mimeType: "application/octet-stream", buffer: Buffer.from("nothing of the kind") });
await tab.waitForFunction(() => window.last);
check("what is no recording gets a sentence", /notes\.jfr/.test(await tab.textContent("#said")), await tab.textContent("#said"));

check("nothing was asked of the network", asked.filter((url) => !url.startsWith("file:")).length === 0 && asked.length === 1, asked.join(" "));
check("the console says nothing", said.length === 0, said.slice(0, 3).join(" | "));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
