// Runs the program once, in node or in a browser's worker.
//
// make     what emscripten made of it: a function that gives a new instance
// how      args; env: variables; compiled: a WebAssembly.Module; mount(FS): puts files where args name them;
//          write(stream, bytes): takes what goes to standard output (1) and error (2);
//          read(bytes): fills them with standard input, gives back how many; terminal(stream): is it one?
//          share: of several instances that read together (base/platform/wasm_memory.c) number and of, how many;
//          seed, 16 bytes, which all have the same; handed: what the others made, for number == of, who joins it
// Gives back code, the FS to read from what was written, and what it made for who joins, if it came to that.
async function runProgram(make, how) {
    const share = how.share && {
        ...how.share,
        put(memory, root, from, to) {
            this.made = { root, from: from >>> 0, bytes: memory.slice(from >>> 0, to >>> 0) };
        },
        end: (number) => how.share.handed[number].from + how.share.handed[number].bytes.length,
        take(memory, number) {
            const { root, from, bytes } = how.share.handed[number];
            memory.set(bytes, from);
            how.share.handed[number] = null;
            return root;
        },
    };
    const module = await make({
        noInitialRun: true,
        share,
        quit(_, status) { throw status; },
        preRun: [(m) => Object.assign(m.ENV, how.env)],
        instantiateWasm(imports, done) {
            WebAssembly.instantiate(how.compiled, imports).then(done);
            return {};
        },
    });
    const FS = module.FS;
    for (const number of [0, 1, 2]) {
        const stream = FS.getStream(number);
        if (!how.terminal?.(number)) stream.tty = null;
        stream.seekable = false;
        stream.stream_ops = {
            ...stream.stream_ops,
            flush() {},
            fsync() {},
            close() {},
            read: (_, buffer, offset, length) => how.read?.(buffer.subarray(offset, offset + length)) ?? 0,
            write(_, buffer, offset, length) {
                how.write(number, buffer.slice(offset, offset + length));
                return length;
            },
        };
    }
    how.mount(FS);
    let code;
    try {
        code = module.callMain(how.args);
    } catch (error) {
        if (error?.name !== "ExitStatus") throw error;
        code = error.status;
    }
    return { code, FS, made: share?.made };
}
