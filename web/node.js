// The program as node runs it: dist/web/jfrtool.js, called as jfrtool is. The files are this machine's.
(async () => {
    const fs = require("fs");
    const path = require("path");
    const compiled = await WebAssembly.compile(fs.readFileSync(path.join(__dirname, "jfrtool.wasm")));
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
    const { code } = await runProgram(jfrtool, {
        args: process.argv.slice(2), env: process.env, compiled, write, read, mount,
        terminal: (stream) => process[["stdin", "stdout", "stderr"][stream]].isTTY,
    });
    process.exitCode = code;
})();
