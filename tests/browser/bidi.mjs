// A browser that speaks WebDriver BiDi, as far as the tests of the page need it: Firefox of the distribution, without a
// driver of its own. A WebSocket is some lines here, so that nothing has to be downloaded.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// RFC 6455, as a client on the loopback: texts only, whole or in parts.
function openSocket(port, path, onText) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let read = Buffer.alloc(0), open = false, parts = [];
    const send = (opcode, payload) => {
      const mask = randomBytes(4), n = payload.length;
      const head = n < 126 ? Buffer.of(0x80 | opcode, 0x80 | n) : n < 65536 ? Buffer.of(0x80 | opcode, 0xfe, n >> 8, n & 255)
        : Buffer.concat([Buffer.of(0x80 | opcode, 0xff), Buffer.of(0, 0, 0, 0), Buffer.of(n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255)]);
      socket.write(Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i & 3])]));
    };
    const takeFrame = () => {
      if (read.length < 2) return false;
      let n = read[1] & 127, at = 2;
      if (n === 126) [n, at] = read.length < 4 ? [Infinity, 4] : [read.readUInt16BE(2), 4];
      else if (n === 127) [n, at] = read.length < 10 ? [Infinity, 10] : [Number(read.readBigUInt64BE(2)), 10];
      if (read.length < at + n) return false;
      const last = read[0] & 128, opcode = read[0] & 15, payload = read.subarray(at, at + n);
      read = read.subarray(at + n);
      if (opcode === 9) send(10, payload);
      if (opcode > 2) return true;
      parts.push(payload);
      if (last) {
        onText(Buffer.concat(parts).toString());
        parts = [];
      }
      return true;
    };
    socket.on("connect", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Version: 13\r\n\r\n`));
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      read = Buffer.concat([read, bytes]);
      if (!open) {
        const end = read.indexOf("\r\n\r\n");
        if (end < 0) return;
        if (!/^HTTP\/1\.1 101/.test(read.toString("latin1", 0, 20))) return reject(new Error("the browser takes no WebSocket"));
        read = read.subarray(end + 4);
        open = true;
        resolve({ send: (text) => send(1, Buffer.from(text)), close: () => socket.destroy() });
      }
      while (takeFrame());
    });
  });
}

// Resolves to the port that the browser listens on.
function portOf(browser) {
  return new Promise((resolve, reject) => {
    let said = "";
    const late = setTimeout(() => reject(new Error(`the browser does not listen: ${said.slice(-400)}`)), 300000);
    browser.stderr.on("data", (bytes) => {
      said += bytes;
      const [, port] = said.match(/WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/) ?? [];
      if (!port) return;
      clearTimeout(late);
      resolve(Number(port));
    });
    browser.on("error", reject);
    browser.on("exit", (code) => reject(new Error(`the browser ended with ${code}: ${said.slice(-400)}`)));
  });
}

export async function launch(program) {
  const home = mkdtempSync(join(tmpdir(), "bidi-"));
  const browser = spawn(program, ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0", "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: home, MOZ_HEADLESS: "1" } });
  const problems = [], waiting = new Map();
  let next = 1;
  const port = await portOf(browser).catch((error) => {
    browser.kill("SIGKILL");
    throw error;
  });
  const socket = await openSocket(port, "/session", (text) => {
    const message = JSON.parse(text);
    if (message.method === "log.entryAdded") problems.push(message.params.text);
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "error") call?.reject(new Error(`${message.error}: ${message.message}`));
    else call?.resolve(message.result);
  });
  const send = (method, params) => new Promise((resolve, reject) => {
    waiting.set(next, { resolve, reject });
    socket.send(JSON.stringify({ id: next++, method, params }));
  });
  await send("session.new", { capabilities: {} });
  const { contexts: [{ context }] } = await send("browsingContext.getTree", {});
  await send("session.subscribe", { events: ["log.entryAdded"] });
  return {
    problems,
    size: (width, height) => send("browsingContext.setViewport", { context, viewport: { width, height } }),
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    // The value of the function in the page; arguments and value are JSON.
    async evaluate(body, ...args) {
      const expression = `Promise.resolve((${body})(...${JSON.stringify(args)})).then((value) => JSON.stringify(value) ?? "null")`;
      const { type, result, exceptionDetails } = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
      if (type === "exception") throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    drag: (from, to) => send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions: [
      { type: "pointerMove", x: from[0], y: from[1] }, { type: "pointerDown", button: 0 },
      { type: "pointerMove", x: Math.round((from[0] + to[0]) / 2), y: to[1] }, { type: "pointerMove", x: to[0], y: to[1] },
      { type: "pointerUp", button: 0 }] }] }),
    async close() {
      const gone = new Promise((resolve) => browser.on("exit", resolve));
      await Promise.race([send("browser.close", {}).catch(() => {}), gone]);
      socket.close();
      const kill = setTimeout(() => browser.kill("SIGKILL"), 20000);
      await gone;
      clearTimeout(kill);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
