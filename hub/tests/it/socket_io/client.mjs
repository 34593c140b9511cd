// The official client against the echo server, over each transport and over the upgrade between them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { base, io, sleep } from "./support.mjs";

const connect = async (nsp, options) => {
  const socket = io(base + nsp, { forceNew: true, reconnection: false, ...options });
  await once(socket, "connect");
  return socket;
};

for (const [name, transports] of [
  ["polling", ["polling"]],
  ["websocket", ["websocket"]],
  ["polling, then websocket", ["polling", "websocket"]],
]) {
  test(`${name}: auth, events, acknowledgements, binary`, async () => {
    const socket = io(base, { forceNew: true, reconnection: false, transports, auth: { token: "abc" } });
    const [auth] = await once(socket, "auth");
    assert.deepEqual(auth, { token: "abc" });
    socket.emit("message", 1, "2", { 3: [true] }, null, "é\u{1f980}\u001e");
    assert.deepEqual(await once(socket, "message-back"), [1, "2", { 3: [true] }, null, "é\u{1f980}\u001e"]);
    const bytes = Buffer.from([1, 2, 3]);
    socket.emit("message", { nested: [bytes] }, "and", Buffer.alloc(20_000, 5));
    assert.deepEqual(await once(socket, "message-back"), [{ nested: [bytes] }, "and", Buffer.alloc(20_000, 5)]);
    assert.deepEqual(await socket.emitWithAck("message-with-ack", "one"), "one");
    assert.deepEqual(await socket.emitWithAck("message-with-ack", bytes), bytes);
    socket.disconnect();
  });

  test(`${name}: two namespaces on one connection, and one that is refused`, async () => {
    const socket = await connect("/", { transports });
    const custom = socket.io.socket("/custom");
    await once(custom, "connect");
    assert.equal(await custom.emitWithAck("message-with-ack", "c"), "c");
    assert.notEqual(custom.id, socket.id);
    custom.disconnect();
    const [refused] = await once(socket.io.socket("/random"), "connect_error");
    assert.equal(refused.message, "Invalid namespace");
    assert.equal(await socket.emitWithAck("message-with-ack", "m"), "m");
    socket.disconnect();
  });

  test(`${name}: outlives many heartbeats`, async () => {
    const socket = await connect("/", { transports });
    let pings = 0;
    socket.io.on("ping", () => pings++);
    while (pings < 3) await once(socket.io, "ping");
    assert.ok(socket.connected);
    socket.disconnect();
  });
}

test("the client moves to WebSocket by itself and loses nothing on the way", async () => {
  const socket = io(base, { forceNew: true, reconnection: false, transports: ["polling", "websocket"] });
  const got = [];
  socket.on("message-back", (n) => got.push(n));
  let n = 0;
  // Kept by the client until it is connected, and then sent while it moves.
  const sending = setInterval(() => socket.emit("message", n++), 1);
  await once(socket, "connect");
  const { engine } = socket.io;
  if (engine.transport.name !== "websocket") await once(engine, "upgrade");
  assert.equal(engine.transport.name, "websocket");
  await sleep(50);
  clearInterval(sending);
  await socket.emitWithAck("message-with-ack", "last");
  assert.deepEqual(got, Array.from({ length: n }, (_, i) => i));
  socket.disconnect();
});
