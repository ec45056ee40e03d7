// In the page's workers: each is told once what the program is, and then to run it; it is ended, not stopped.
let compiled = null;

const progress = (files) => {
    const total = files.reduce((sum, file) => sum + file.size, 0);
    let done = 0, told = performance.now();
    return (bytes) => {
        const now = performance.now();
        done += bytes;
        if (now - told < 100) return;
        told = now;
        postMessage({ done: Math.min(done, total), total });
    };
};

// Bytes of a file. Each question to the browser takes its time, so that one asks for more. What it answered is memory
// until that is collected, which a browser does by what was asked for: after half a gigabyte, when nothing else is.
// So more is asked for, which is never written to and therefore none.
const AHEAD = 4 << 20, UNUSED = 60 << 20;
let ahead = null;
const reader = new FileReaderSync();
const block = (file, from, length) => {
    if (ahead?.file !== file || from < ahead.from || from + length > ahead.from + ahead.bytes.length) {
        if (ahead) new ArrayBuffer(UNUSED);
        const bytes = new Uint8Array(reader.readAsArrayBuffer(file.slice(from, from + Math.max(length, AHEAD))));
        ahead = { file, from, bytes };
    }
    return ahead.bytes.subarray(from - ahead.from, from - ahead.from + length);
};

const joined = (parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
};

async function run({ args, files, output, share }) {
    const said = { 1: [], 2: [] };
    const tell = progress(files);
    const mount = (FS) => {
        FS.mkdir("/recordings");
        FS.mount(FS.filesystems.WORKERFS, { files }, "/recordings");
        FS.chdir("/recordings");
        FS.filesystems.WORKERFS.stream_ops.read = (stream, buffer, offset, length, position) => {
            const got = block(stream.node.contents, position, length);
            buffer.set(got, offset);
            tell(got.length);
            return got.length;
        };
    };
    const answer = { code: -1 };
    try {
        const { code, FS, made } = await runProgram(jfrtool, {
            args, share, env: { TZ: "UTC", NO_COLOR: "1", COLUMNS: "160" }, compiled, mount,
            write: (stream, bytes) => said[stream].push(bytes),
        });
        answer.code = code;
        answer.made = made;
        if (output && FS.analyzePath(output).exists) answer.written = FS.readFile(output);
    } catch (error) {
        const memory = error instanceof RangeError || /memory/i.test(String(error));
        said[2].push(new TextEncoder().encode(memory
            ? "jfrtool: this tab has no more memory for it; jfrtool for the command line reads it\n"
            : `jfrtool: it ended by itself (${error}); please report it with the recording's origin\n`));
    }
    answer.out = joined(said[1]);
    answer.err = new TextDecoder().decode(joined(said[2]));
    postMessage({ answer }, answer.made ? [answer.made.bytes.buffer] : []);
}

onmessage = async (event) => {
    if (event.data.compiled) {
        compiled = event.data.compiled;
    } else if (event.data.program) {
        const plain = new Blob([event.data.program]).stream().pipeThrough(new DecompressionStream("gzip"));
        compiled = await WebAssembly.compile(await new Response(plain).arrayBuffer());
        postMessage({ ready: compiled });
    } else {
        await run(event.data);
    }
};
