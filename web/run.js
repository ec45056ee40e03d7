// Runs the program once, in node or in a browser's worker.
//
// make     what emscripten made of it: a function that gives a new instance
// how      args; env: variables; compiled: a WebAssembly.Module; mount(FS): puts files where args name them;
//          write(stream, bytes): takes what goes to standard output (1) and error (2);
//          read(bytes): fills them with standard input, gives back how many; terminal(stream): is it one?
// Gives back code, and the FS to read from what was written.
async function runProgram(make, how) {
    const module = await make({
        noInitialRun: true,
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
    return { code, FS };
}
