// The program as node runs it: dist/web/jfrtool.js, called as jfrtool is. The files are this machine's.
// With --jobs N, in N threads and one more that joins what they made.
(async () => {
    const fs = require("fs");
    const path = require("path");
    const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");
    // Written at once, whole, whoever reads and however slowly.
    const write = (stream, bytes) => {
        for (let at = 0; at < bytes.length;) {
            try {
                at += fs.writeSync(stream, bytes, at);
            } catch (error) {
                if (error.code === "EPIPE") process.exit(141);
                if (error.code !== "EAGAIN") throw error;
            }
        }
    };
    const read = (bytes) => {
        for (;;) {
            try {
                return fs.readSync(0, bytes);
            } catch (error) {
                if (error.code === "EOF") return 0;
                if (error.code !== "EAGAIN") throw error;
            }
        }
    };
    const mount = (FS) => {
        for (const name of fs.readdirSync("/")) {
            if (["dev", "proc", "sys"].includes(name)) continue;
            try {
                if (!fs.statSync(`/${name}`).isDirectory()) continue;
            } catch {
                continue;
            }
            if (!FS.analyzePath(`/${name}`).exists) FS.mkdir(`/${name}`);
            FS.mount(FS.filesystems.NODEFS, { root: `/${name}` }, `/${name}`);
        }
        FS.chdir(process.cwd());
    };
    const run = (how) => runProgram(jfrtool, {
        ...how, env: process.env, read, mount,
        terminal: (stream) => process[["stdin", "stdout", "stderr"][stream]].isTTY,
    });
    if (!isMainThread) {
        const { made } = await run({ ...workerData, write() {} });
        parentPort.postMessage({ made });
        return;
    }
    const args = process.argv.slice(2);
    const compiled = await WebAssembly.compile(fs.readFileSync(path.join(__dirname, "jfrtool.wasm")));
    const at = args.indexOf("--jobs"), jobs = at < 0 ? 1 : Math.min(Number(args[at + 1]) || 1, 16);
    const ask = (how) => how.share.handed ? run({ ...how, write }) : new Promise((done) => {
        new Worker(__filename, { workerData: how }).once("message", done).once("error", () => done(null));
    });
    const shared = jobs > 1 && isShared(args) && !args.includes("-");
    const { code } = (shared ? await runShared(jobs, { args, compiled }, ask) : null) ?? await run({ args, compiled, write });
    process.exitCode = code;
})();
