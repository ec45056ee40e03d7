"use strict";
const $ = (id) => document.getElementById(id);
const began = performance.now();

// What the page carries is written with five digits for four bytes (page.py): a sixteenth less than base 64.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;/=>?@^_`{|}~";
function bytesOf(id) {
    const text = $(id).textContent, of = new Uint8Array(128), last = digits.length - 1;
    for (let i = 0; i <= last; i++) of[digits.charCodeAt(i)] = i;
    const view = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
    for (let i = 0, at = 0; i < text.length; at += 4) {
        let word = 0;
        for (const end = i + 5; i < end; i++) word = word * digits.length + (i < text.length ? of[text.charCodeAt(i)] : last);
        view.setUint32(at, word);
    }
    return new Uint8Array(view.buffer, 0, Math.floor(text.length * 4 / 5));
}

// ---- The workers: one command at a time; to end what they do, they are ended and a new one begun ---

let workers = [], compiled = null, stop = null, onProgress = null; // the first is there; others when they are needed
const inflated = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
let code = null; // of the worker, as a URL

function begin() {
    window.ready = new Promise((done, failed) => {
        workers = [new Worker(code)];
        workers[0].onerror = (event) => failed(event.message);
        workers[0].onmessage = ({ data }) => {
            compiled = data.ready;
            done({ ms: performance.now() - began });
        };
        const program = bytesOf("program");
        workers[0].postMessage({ program }, [program.buffer]);
    });
    return window.ready;
}

function ask(how, number) {
    while (!workers[number]) {
        workers.push(new Worker(code));
        workers.at(-1).postMessage({ compiled });
    }
    return new Promise((done) => {
        workers[number].onmessage = ({ data }) => {
            if (data.answer) done(data.answer);
            else if (number === 0) onProgress?.(data.done, data.total); // all of them read all
        };
        workers[number].postMessage(how, how.share?.handed?.map((made) => made.bytes.buffer) ?? []);
    });
}

// What history reads of recordings: a line of each.
async function lines(args, files) {
    const names = files.map((file) => file.name);
    const facts = await window.run(["facts", "--quiet", "--top", "200", "--", ...names], files);
    return facts && { args: [...args.filter((arg) => !names.includes(arg)), "facts.ndjson"], files: [new File([facts.out], "facts.ndjson")] };
}

// Runs the program on these files; output is a file that it writes. null: it was cancelled.
window.run = async (args, files, output) => {
    await window.ready;
    if (args[0] === "history" && files[0].name !== "facts.ndjson") {
        const of = await lines(args, files);
        return of && window.run(of.args, of.files, output);
    }
    const how = { args, files, output };
    let cancelled = false;
    return new Promise((done) => {
        const end = (answer) => { stop = null; done(answer); };
        stop = () => { cancelled = true; end(null); };
        const work = async () => {
            const shares = isShared(args) ? await sharesOf(files) : 1;
            if (cancelled) return;
            end((shares > 1 ? await runShared(shares, how, ask) : null) ?? await ask(how, 0));
        };
        work();
    });
};

function cancel() {
    if (!stop) return;
    for (const worker of workers) worker.terminate();
    stop();
    begin();
}

// ---- What is shown ------------------------------------------------------------------------------

let given = [], shown = [], page = null, pageUrl = null; // files; of them, those of the page; that
const size = (n) => n < 1024 ? `${n} B` : n < 1 << 20 ? `${(n / 1024).toFixed(0)} KiB` : `${(n / (1 << 20)).toFixed(1)} MiB`;
const say = (text) => { $("said").textContent = text; $("said").hidden = !text; };

function busy(words) {
    document.body.classList.toggle("busy", !!words);
    $("busy").hidden = !words;
    $("doing").textContent = words ?? "";
    $("bar").removeAttribute("value");
    onProgress = (done, total) => {
        $("bar").value = total ? done / total : 0;
        $("doing").textContent = `${words}: ${size(done)} of ${size(total)}`;
    };
}

// Names that are not the same twice; a folder's worth of them lies in one.
function named(files) {
    const seen = new Map();
    return files.map((file) => {
        const count = seen.get(file.name) ?? 0;
        seen.set(file.name, count + 1);
        return count ? new File([file], file.name.replace(/^([^.]*)/, `$1-${count + 1}`), { lastModified: file.lastModified }) : file;
    });
}

// What can be shown of files: its name, which of them it is of, the command, and the file that it writes. Two are
// compared, the first with the second; of more, what is to be seen is chosen.
function viewsOf(files) {
    const written = "/page.html", names = files.map((file) => file.name);
    const of = (command, names) => [...command, "-o", written, "--", ...names];
    if (files.length < 3) return [[names.join(" against "), files, of([files.length === 2 ? "diff" : "page"], names), written]];
    return [[`${files.length} recordings`, files, ["report", "-q", "--pages", "1", "-o", "/report", "/recordings"], "/report/index.html"],
        ["what changed from one to the next", files, of(["history", "--format", "html"], names), written],
        ["all as one", files, of(["page"], names), written],
        ...files.map((file) => [file.name, [file], of(["page"], [file.name]), written])];
}

function show(files) {
    if (!files.length) return;
    given = named([...files]);
    $("welcome").hidden = true;
    $("tools").hidden = false;
    $("views").replaceChildren(...viewsOf(given).map(([name], i) => new Option(name, i)));
    $("views").hidden = given.length < 3;
    return view(0);
}

async function view(number) {
    const [name, files, command, output] = viewsOf(given)[number];
    cancel();
    shown = files;
    say("");
    $("names").textContent = given.length < 3 ? name : "";
    busy(`Reading ${name}`);
    const answer = await window.run(command, files, output);
    busy(null);
    window.last = answer;
    if (!answer) return say("Cancelled.");
    say(answer.err.replace(/^jfrtool: /gm, "").replace(/^wrote .*\n?/gm, "").trim());
    $("said").classList.toggle("error", !answer.written);
    $("page").hidden = !answer.written;
    $("savers").hidden = !answer.written;
    if (!answer.written) return;
    // A page of one recording is not beside its report, but among what is to be chosen.
    const html = output.startsWith("/report/") ? new TextDecoder().decode(answer.written).replace(/<a href="[^"]*">(.*?)<\/a>/g, "$1") : answer.written;
    page = new Blob([html], { type: "text/html" });
    if (pageUrl) URL.revokeObjectURL(pageUrl);
    pageUrl = URL.createObjectURL(page);
    $("page").src = pageUrl;
}

function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function make(args, ending) {
    const name = shown[shown.length - 1].name.replace(/\.(jfr|gz|zst|zip|lz4|xz)\b.*$/, "") + ending;
    if (ending === ".html") return save(page, name);
    busy(`Making ${name}`);
    const answer = await window.run([...args, "-o", `/${name}`, "--", ...shown.map((f) => f.name)], shown, `/${name}`);
    busy(null);
    if (answer?.written) save(new Blob([answer.written]), name);
    else say(answer ? answer.err : "Cancelled.");
}

// ---- What is typed, dropped and chosen ------------------------------------------------------------

$("file").onchange = (event) => show(event.target.files);
$("choose").onclick = $("another").onclick = () => $("file").click();
$("cancel").onclick = cancel;
$("views").onchange = () => view($("views").value);
$("sample").onclick = () => show([new File([bytesOf("recording")], "sample.jfr.zst")]);
$("save-page").onclick = () => make([], ".html");
$("save-pprof").onclick = () => make(["profile"], ".pb.gz");
$("save-flame").onclick = () => make(["flame"], ".flame.svg");
// A statement of SQL needs no quotes: nothing follows it.
const wordsOf = (line) => {
    const statement = /^\s*sql\s+([^-"'\s].*)$/s.exec(line);
    if (statement) return ["sql", "--query", statement[1]];
    return line.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, "$2")) ?? [];
};
$("ask").onsubmit = async (event) => {
    event.preventDefault();
    const words = wordsOf($("command").value);
    if (!words.length || !shown.length) return;
    busy(`jfrtool ${$("command").value}`);
    const answer = await window.run([...words, ...shown.map((f) => f.name)], shown);
    busy(null);
    $("answer").textContent = answer ? new TextDecoder().decode(answer.out) + answer.err : "Cancelled.";
    $("answer").classList.toggle("words", !answer?.out.length); // a table keeps its lines
    $("answered").hidden = false;
};
$("close").onclick = () => { $("answered").hidden = true; };
addEventListener("keydown", (event) => {
    if (event.key === "Escape") $("answered").hidden ? cancel() : $("close").click();
});
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    show(event.dataTransfer.files);
});
addEventListener("paste", (event) => show(event.clipboardData.files));

if (typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined") {
    say("This browser is too old for it: Chrome or Edge 103, Firefox 113, Safari 16.4 or later are needed.");
} else {
    window.ready = inflated(bytesOf("code")).then((blob) => {
        code = URL.createObjectURL(new Blob([blob], { type: "text/javascript" }));
        return begin();
    });
    window.ready.catch((error) => say(`The program could not be started: ${error}`));
}
