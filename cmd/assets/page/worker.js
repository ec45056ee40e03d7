// Unpacking is a worker's, who is this same script without a document: the page answers meanwhile. He also makes
// what every picture needs first. Where there are no workers, the page does it itself.

// texts: of one recording, or of two.
async function openData(texts) {
  const [first, second] = await Promise.all(texts.map(async (text) => readData(await unpack(text))));
  const data = second ? joinData(first, second) : first, { by } = data.meta, grouping = makeGrouping(data, by);
  const tree = makeTree(data, grouping, false, false);
  return { data, ready: { by, grouping, tree, first: firstOfGroup(tree, grouping.groups.length) } };
}

// Buffers of all typed arrays in there, which are handed over and not copied.
function buffersIn(value, found = new Set()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (value && typeof value === "object") for (const part of Object.values(value)) if (typeof part === "object") buffersIn(part, found);
  return found;
}

function openInWorker(script, texts) {
  return new Promise((resolve, reject) => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" })), worker = new Worker(address);
    const end = (act) => {
      worker.terminate();
      URL.revokeObjectURL(address);
      act();
    };
    worker.onmessage = ({ data: { opened, error } }) => end(() => (error ? reject(Object.assign(new Error(error), { said: true })) : resolve(opened)));
    worker.onerror = () => end(() => reject(new Error("no worker")));
    worker.postMessage(texts);
  });
}

if (typeof document === "undefined" && typeof postMessage === "function") {
  onmessage = async ({ data: texts }) => {
    try {
      const opened = await openData(texts);
      postMessage({ opened }, [...buffersIn(opened)]);
    } catch (error) {
      postMessage({ error: error.message });
    }
  };
  return;
}
