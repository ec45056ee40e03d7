// The data of the page: bytes -> columns. cmd/page/data.c writes them and has the format; nothing here
// knows of the page.
//
//   data.strings  [text]                      data.frames  { class, method, ... } by frame
//   data.nodes    { parent, frame } by node   data.stackNode  node of each stack's last frame
//   data.sets     [{ about, time, stack, thread, state, count, value }]   one set per kind of samples
//   data.series   [{ name, unit, time, value }]   data.markers  { time, ms, thread, holder, type, text }
//
// All columns are typed arrays. Times are milliseconds since meta.start_ms; -1 is "none".

const DATA_MAGIC = 0x3347504a; // "JPG3", little endian

function byteReader(bytes) {
  let at = 0;
  const cutOff = () => new Error("the data of this page is cut off");
  // Fills a typed array with varints: most of what a page has, so in one loop. scale: how many make one.
  function fill(column, scale = 1) {
    for (let i = 0; i < column.length; i++) {
      let byte = bytes[at++], value = byte & 127;
      for (let unit = 128, left = 8; byte > 127 && left > 0; unit *= 128, left--) {
        byte = bytes[at++];
        value += (left === 1 ? byte : byte & 127) * unit; // the ninth byte is whole
      }
      column[i] = value / scale;
    }
    if (at > bytes.length) throw cutOff();
    return column;
  }
  // 0, -1, 1, -2...; a running sum of them.
  function signed(n) {
    const column = fill(new Float64Array(n));
    for (let i = 0; i < n; i++) column[i] = column[i] % 2 ? -(column[i] + 1) / 2 : column[i] / 2;
    return column;
  }
  function summed(column) {
    for (let i = 1; i < column.length; i++) column[i] += column[i - 1];
    return column;
  }
  const reader = {
    unsigned: () => fill(new Float64Array(1))[0],
    column: (Type, n, scale) => fill(new Type(n), scale),
    signed,
    deltas: (Type, n) => summed(fill(new Type(n))),
    signedDeltas: (n) => summed(signed(n)),
    // Of numbers that are one more than what is meant, so that 0 is none.
    optional(n) {
      const column = fill(new Int32Array(n));
      for (let i = 0; i < n; i++) column[i]--;
      return column;
    },
    bytes(n) {
      if (at + n > bytes.length) throw cutOff();
      return bytes.subarray(at, (at += n));
    },
    fixed32: () => new DataView(bytes.buffer, bytes.byteOffset + (at += 4) - 4, 4).getUint32(0, true),
    section: () => byteReader(reader.bytes(reader.fixed32())),
    rest: () => bytes.subarray(at),
  };
  return reader;
}

const decodeText = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

// Lengths are in UTF-16 units, so that all strings are decoded at once.
function readStrings(section) {
  const n = section.unsigned(), lengths = section.column(Uint32Array, n);
  const shades = section.bytes(n).slice(), text = decodeText(section.rest()), strings = new Array(n);
  for (let i = 0, at = 0; i < n; i++) strings[i] = text.slice(at, (at += lengths[i]));
  return { strings, shades };
}

function readFrames(section) {
  const n = section.unsigned(), column = () => section.column(Int32Array, n);
  return {
    n, class: column(), method: column(), descriptor: column(), package: column(), module: column(),
    line: section.optional(n), type: section.column(Uint8Array, n),
  };
}

// Nodes come depth first. Each says how many levels are left before it is entered.
function readNodes(section) {
  const n = section.unsigned(), up = section.column(Uint32Array, n), frames = section.column(Int32Array, n);
  const parent = new Int32Array(n + 1), frame = new Int32Array(n + 1);
  parent[0] = frame[0] = -1;
  for (let i = 1; i <= n; i++) {
    let above = i - 1;
    for (let left = up[i - 1]; left > 0; left--) above = parent[above];
    parent[i] = above;
    frame[i] = frames[i - 1];
  }
  const stacks = section.unsigned();
  return { nodes: { n: n + 1, parent, frame }, stackNode: section.deltas(Int32Array, stacks) };
}

// What the samples are about, if they were split by a field: the roots of their stacks say it.
// of[stack] is the number of its name, or -1.
function readValues({ nodes, stackNode }, frames, strings, split) {
  const names = [], value = new Int32Array(nodes.n).fill(-1);
  for (let node = 1; split && node < nodes.n; node++) {
    if (nodes.parent[node] > 0) value[node] = value[nodes.parent[node]];
    else if (frames.type[nodes.frame[node]] === THREAD_TYPE) value[node] = names.push(strings[frames.class[nodes.frame[node]]]) - 1;
  }
  return { names, of: stackNode.map((node) => value[node]) };
}

function readThreads(section, strings) {
  const n = section.unsigned(), threads = [];
  const name = section.column(Int32Array, n), group = section.column(Int32Array, n);
  const os = section.column(Float64Array, n), java = section.column(Float64Array, n);
  const virtual = section.column(Uint8Array, n);
  for (let i = 0; i < n; i++)
    threads.push({ name: strings[name[i]], group: strings[group[i]], osId: os[i], javaId: java[i],
      virtual: virtual[i] === 1 });
  return threads;
}

function readSamples(section, hasValues) {
  const n = section.unsigned(), untimed = section.unsigned();
  return {
    n, untimed, // the first ones have no time
    time: section.signedDeltas(n),
    stack: section.optional(n), thread: section.optional(n), state: section.optional(n),
    count: section.column(Float64Array, n),
    value: hasValues ? section.signed(n) : null,
  };
}

function readLoads(section) {
  const n = section.unsigned(), share = 10000;
  return {
    n, time: section.signedDeltas(n), user: section.column(Float32Array, n, share),
    system: section.column(Float32Array, n, share), machine: section.column(Float32Array, n, share),
  };
}

function readPauses(section, strings) {
  const n = section.unsigned(), time = section.signedDeltas(n);
  const ms = section.column(Float64Array, n, 1000);
  const name = section.column(Int32Array, n), cause = section.column(Int32Array, n);
  return { n, time, ms, name: Array.from(name, (i) => strings[i]), cause: Array.from(cause, (i) => strings[i]) };
}

// Each for the ms before its time: the share of CPU periods that were cut short.
function readThrottles(section) {
  const n = section.unsigned();
  return { n, time: section.signedDeltas(n), ms: section.column(Float64Array, n),
    share: section.column(Float32Array, n, 10000) };
}

function readHeap(section) {
  const n = section.unsigned();
  return { n, time: section.signedDeltas(n), used: section.column(Float64Array, n) };
}

function readSeries(section, meta) {
  return Array.from({ length: section.unsigned() }, (_, i) => {
    const n = section.unsigned();
    return { ...meta.series[i], n, time: section.signedDeltas(n), value: section.signedDeltas(n) };
  });
}

// Events that took long, each in its thread; text is the number of a string, holder the thread that had the lock.
function readMarkers(section) {
  const n = section.unsigned();
  return { n, time: section.signedDeltas(n), ms: section.column(Float64Array, n, 1000),
    thread: section.optional(n), holder: section.optional(n), type: section.column(Uint8Array, n), text: section.column(Int32Array, n) };
}

function readTabs(section, meta) {
  return meta.tabs.map((name) => ({ name, markup: section.section().rest().slice() }));
}

function readData(bytes) {
  const reader = byteReader(bytes);
  if (reader.fixed32() !== DATA_MAGIC) throw new Error("the data of this page is of another kind");
  const meta = JSON.parse(decodeText(reader.section().rest()));
  const { strings, shades } = readStrings(reader.section());
  const frames = readFrames(reader.section());
  const { nodes, stackNode } = readNodes(reader.section());
  const values = readValues({ nodes, stackNode }, frames, strings, meta.split);
  const threads = readThreads(reader.section(), strings);
  const states = reader.section();
  const stateNames = Array.from(states.column(Int32Array, states.unsigned()), (i) => strings[i]);
  const loads = readLoads(reader.section()), pauses = readPauses(reader.section(), strings);
  const throttles = readThrottles(reader.section()), heap = readHeap(reader.section());
  const series = readSeries(reader.section(), meta), markers = readMarkers(reader.section()), tabs = readTabs(reader.section(), meta);
  const sets = meta.sets.slice(0, reader.fixed32()).map((about) => ({ about, ...readSamples(reader.section(), Boolean(about.unit)) }));
  return { meta, strings, shades, frames, nodes, stackNode, values, threads, states: stateNames, loads, pauses, throttles, heap, series, markers, tabs, sets };
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const packed = atob(base64), bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  return bytes;
}

async function unpack(base64) {
  const stream = new Blob([bytesOf(base64.trim())]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
