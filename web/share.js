// A large recording is read by several instances of the program, each in a worker: nothing is common to them but what
// they hand on (base/platform/wasm_memory.c), so this needs no memory that is shared, which pages from file:// may not have.

// What reads all once, from beginning to end, is shared; other commands would do all of their work in each.
const isShared = ([command]) => ["page", "overview", "hot-methods", "flame", "profile", "account", "gc", "locks", "io",
    "memory", "exceptions", "threads", "timeline"].includes(command);

// In how many shares at most; of how many bytes at least and at most, since some commands have all of them at hand, in each
// instance; done: how often that was.
const sharing = { most: Math.min(globalThis.navigator?.hardwareConcurrency ?? 1, 4), from: 8 << 20, to: 256 << 20, done: 0 };

// Into how many shares files (Blobs) can be divided, by whole chunks: 1 if one is packed.
async function sharesOf(files) {
    let largest = 0, total = 0;
    for (const file of files)
        for (let at = 0, size; at < file.size; at += size) {
            const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
            if (head.byteLength < 16 || head.getUint32(0) !== 0x464c5200) return 1;
            size = Number(head.getBigUint64(8));
            if (size < 16) return 1;
            largest = Math.max(largest, size);
            total += size;
        }
    return total < sharing.from || total > sharing.to ? 1 : Math.min(sharing.most, Math.round(total / largest));
}

// Runs the program in so many instances, and in one more that joins what they made.
//
// ask(how, number)   runs an instance, wherever that is, as runProgram does; who joins is number 0 again
// Gives back what that one gives; null: one of them made nothing, and one has to read all.
async function runShared(of, how, ask) {
    const seed = crypto.getRandomValues(new Uint8Array(16));
    const asked = (number, handed) => ask({ ...how, share: { number, of, seed, handed } }, number % of);
    const ended = await Promise.all(Array.from({ length: of }, (_, number) => asked(number)));
    if (!ended.every((one) => one?.made)) return null;
    sharing.done++;
    return asked(of, ended.map((one) => one.made));
}
