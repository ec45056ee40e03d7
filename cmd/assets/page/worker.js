// Unpacking is a worker's, who is this same script without a document: the page answers meanwhile. He also makes
// what every picture needs first. Where there are no workers, the page does it itself.

async function openData(base64) {
  const data = readData(await unpack(base64)), { by } = data.meta, grouping = makeGrouping(data, by);
  const tree = makeTree(data, grouping, false, false);
  return { data, ready: { by, grouping, tree, first: firstOfGroup(tree, grouping.groups.length) } };
}

// Buffers of all typed arrays in there, which are handed over and not copied.
function buffersIn(value, found = new Set()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (value && typeof value === "object") for (const part of Object.values(value)) if (typeof part === "object") buffersIn(part, found);
  return found;
}

function openInWorker(script, base64) {
  return new Promise((resolve, reject) => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" })), worker = new Worker(address);
    const end = (act) => {
      worker.terminate();
      URL.revokeObjectURL(address);
      act();
    };
    worker.onmessage = ({ data: { opened, error } }) => end(() => (error ? reject(Object.assign(new Error(error), { said: true })) : resolve(opened)));
    worker.onerror = () => end(() => reject(new Error("no worker")));
    worker.postMessage(base64);
  });
}

if (typeof document === "undefined" && typeof postMessage === "function") {
  onmessage = async ({ data: base64 }) => {
    try {
      const opened = await openData(base64);
      postMessage({ opened }, [...buffersIn(opened)]);
    } catch (error) {
      postMessage({ error: error.message });
    }
  };
  return;
}
