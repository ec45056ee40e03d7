// The program in a tab of Firefox, from file://: it says what the program of this machine says, and shows what is dropped.
//
//   firefox.test.mjs PAGE FIREFOX RECORDING...     JFRTOOL is this machine's
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "../browser/bidi.mjs";

const [page, firefox, ...recordings] = process.argv.slice(2);
let passed = 0, failed = 0;
const check = (what, good, more = "") => {
    if (good) passed++;
    else failed++, console.log(`FAILED: ${what} ${more}`);
};
const browser = await launch(firefox);
// What is waited for comes, or the test fails; how long it takes says nothing.
async function until(body) {
    for (let i = 0; i < 1800; i++) {
        const value = await browser.evaluate(body);
        if (value) return value;
        await new Promise((soon) => setTimeout(soon, 100));
    }
    throw new Error(`it does not come: ${body}`);
}

await browser.size(1300, 900);
await browser.open(pathToFileURL(resolve(page)).href);
await browser.evaluate(() => window.ready.then(() => true));
for (const file of recordings) {
    await browser.evaluate((bytes, name) => {
        window.given = new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name);
    }, readFileSync(file).toString("base64"), basename(file));
    for (const args of [["hot-methods"], ["overview", "--json"], ["events"], ["gc"], ["flame"]]) {
        const got = await browser.evaluate((words) => window.run([...words, window.given.name], [window.given]).then(({ code, out }) => {
            let text = "";
            for (let at = 0; at < out.length; at += 8192) text += String.fromCharCode(...out.subarray(at, at + 8192));
            return { code, out: btoa(text) };
        }), args);
        const ours = spawnSync(process.env.JFRTOOL, [...args, basename(file)], {
            cwd: dirname(file), maxBuffer: 1 << 30, env: { ...process.env, TZ: "UTC", NO_COLOR: "1", COLUMNS: "160", LC_ALL: "C.UTF-8" },
        });
        const same = got.code === ours.status && Buffer.from(got.out, "base64").equals(ours.stdout);
        check(`${args.join(" ")} ${basename(file)} is the same in Firefox`, same, `exit ${got.code}`);
    }
}
await browser.evaluate(() => {
    const dropped = new DataTransfer();
    dropped.items.add(window.given);
    window.last = null;
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
});
check("what is dropped is shown", await until(() => window.last && document.querySelector("iframe[src^='blob:']") !== null));
check("the console says nothing", browser.problems.length === 0, browser.problems.slice(0, 3).join(" | "));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
