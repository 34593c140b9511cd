// The official client against the hub: streams, commands, recovery, over each transport.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { base, io, openPolling, polling, post, sleep, socket as rawSocket } from "./support.mjs";

const STREAM = "chat:7";
const WAYS = [
  ["polling", ["polling"]],
  ["websocket", ["websocket"]],
  ["polling, then websocket", ["polling", "websocket"]],
];
let number = Date.now() * 1000;
const ulid = () => `01${String(++number).padStart(24, "0")}`;

function open(token, options = {}) {
  const socket = io(options.at ?? base, {
    forceNew: true,
    auth: { token },
    ackTimeout: 5000,
    reconnectionDelay: 20,
    reconnectionDelayMax: 50,
    ...options,
  });
  socket.got = [];
  socket.onAny((name, frame) => socket.got.push({ name, frame }));
  socket.texts = () =>
    socket.got.flatMap(({ name, frame }) => {
      const events = name === "event" ? [frame.data] : name === "resumed" ? frame.events : [];
      return events.filter((event) => event.type === "message").map((event) => event.message.text);
    });
  socket.say = (text) =>
    socket.emitWithAck("command", { stream: STREAM, id: ulid(), command: { type: "send", text } });
  socket.until = async (done) => {
    for (const end = Date.now() + 5000; !done(); await sleep(5)) assert.ok(Date.now() < end, `never ${done}`);
  };
  return socket;
}

const joined = async (token, options) => {
  const socket = open(token, options);
  const reply = await socket.emitWithAck("join", { stream: STREAM });
  assert.equal(reply.ok, true, JSON.stringify(reply));
  return socket;
};

for (const [name, transports] of WAYS) {
  test(`${name}: a join brings the snapshot, and what is said is acknowledged and shown to all`, async () => {
    const ann = await joined("ann", { transports });
    assert.equal(ann.got[0].name, "snapshot");
    assert.equal(ann.got[0].frame.stream, STREAM);
    const ben = await joined("ben", { transports });
    const text = `hello over ${name}`;
    const reply = await ann.say(text);
    assert.equal(reply.ok, true);
    await ben.until(() => ben.texts().includes(text));
    await ann.until(() => ann.texts().includes(text));
    ben.emit("signal", { stream: STREAM, signal: { type: "typing", on: true } });
    await ann.until(() => ann.got.some(({ name, frame }) => name === "signal" && frame.data.type === "typing"));
    assert.deepEqual(await ben.emitWithAck("leave", { stream: STREAM }), { ok: true, result: {} });
    await ann.say("ben does not see this");
    await sleep(50);
    assert.ok(!ben.texts().includes("ben does not see this"));
    ann.disconnect();
    ben.disconnect();
  });

  test(`${name}: a connection that is lost comes back as the same, and misses nothing`, async () => {
    const ann = await joined("ann", { transports, reconnectionDelay: 200, reconnectionDelayMax: 300 });
    const ben = await joined("ben");
    await ben.say("before");
    await ann.until(() => ann.texts().includes("before"));
    const { id } = ann;
    const seen = ann.texts().length;
    const gone = once(ann, "disconnect");
    ann.io.engine.close();
    await gone;
    const back = once(ann, "connect");
    for (const text of ["one", "two", "three"]) await ben.say(text);
    await back;
    assert.equal(ann.recovered, true);
    assert.equal(ann.id, id);
    // What was missed comes ahead of CONNECT, and is there when `connect` is told.
    assert.deepEqual(ann.texts().slice(seen), ["one", "two", "three"]);
    await ben.say("after");
    await ann.until(() => ann.texts().includes("after"));
    assert.deepEqual(ann.texts().slice(seen), ["one", "two", "three", "after"]);
    ann.disconnect();
    ben.disconnect();
  });
}

for (const [name, transports] of WAYS) {
  test(`${name}: who comes back to another node is new there, joins from where it was, and misses and doubles nothing`, async () => {
    const other = await (await fetch(`${base}/other`)).text();
    const ann = await joined("ann", { transports, reconnectionDelay: 200, reconnectionDelayMax: 300 });
    const ben = await joined("ben", { at: other });
    await ben.say(`before ${name}`);
    await ann.until(() => ann.texts().includes(`before ${name}`));
    const { id } = ann;
    const seen = ann.texts().length;
    const { epoch, seq } = ann.got.findLast(({ frame }) => frame.stream === STREAM && frame.seq > 0).frame;
    const gone = once(ann, "disconnect");
    // As a balancer that sends it elsewhere.
    ann.io.uri = other;
    ann.io.engine.close();
    await gone;
    const back = once(ann, "connect");
    for (const text of ["one", "two"]) await ben.say(text);
    await back;
    assert.equal(ann.recovered, false);
    assert.notEqual(ann.id, id);
    await ben.say("three");
    const reply = await ann.emitWithAck("join", { stream: STREAM, since: { epoch, seq } });
    assert.equal(reply.ok, true, JSON.stringify(reply));
    await ben.say("four");
    await ann.until(() => ann.texts().includes("four"));
    assert.deepEqual(ann.texts().slice(seen), ["one", "two", "three", "four"]);
    // And the first node, where somebody else stayed, has told it all as well.
    const second = await joined("ben");
    await second.say("five");
    await ann.until(() => ann.texts().includes("five"));
    for (const socket of [ann, ben, second]) socket.disconnect();
  });
}

test("many losses in a row, while somebody talks, lose and double nothing", async () => {
  const ann = await joined("ann", { transports: ["websocket"] });
  const ben = await joined("ben");
  const said = [];
  let talking = true;
  const talk = (async () => {
    while (talking) {
      const text = `line ${said.length}`;
      said.push(text);
      await ben.say(text);
    }
  })();
  await ann.until(() => ann.texts().length > 0);
  for (let i = 0; i < 10; i++) {
    // Not even a close frame: the socket is gone, and the server does not know yet.
    ann.io.engine.transport.ws._socket.destroy();
    await once(ann, "connect");
    assert.equal(ann.recovered, true);
    await sleep(20);
  }
  talking = false;
  await talk;
  await ann.until(() => ann.texts().at(-1) === said.at(-1));
  assert.deepEqual(ann.texts(), said);
  ann.disconnect();
  ben.disconnect();
});

test("a client that left, or is somebody else by now, is not recovered", async () => {
  const ann = await joined("ann", { transports: ["websocket"] });
  const { id } = ann;
  ann.disconnect();
  ann.connect();
  await once(ann, "connect");
  assert.equal(ann.recovered, false);
  assert.notEqual(ann.id, id);
  await ann.emitWithAck("join", { stream: STREAM });
  ann.auth = { token: "ben" };
  ann.io.engine.close();
  await once(ann, "connect");
  assert.equal(ann.recovered, false);
  ann.disconnect();
});

test("a ticket signs in; nobody, and an unknown namespace, are told why", async () => {
  const ann = open("", { auth: { ticket: "ticket-ann" } });
  await once(ann, "connect");
  ann.disconnect();
  const nobody = open("forged");
  const [refused] = await once(nobody, "connect_error");
  assert.equal(refused.data.code, "unauthenticated");
  assert.equal(refused.message, refused.data.message);
  const [elsewhere] = await once(nobody.io.socket("/elsewhere"), "connect_error");
  assert.equal(elsewhere.message, "Invalid namespace");
  nobody.disconnect();
});

test("what may not be done is refused by code, and the connection goes on", async () => {
  const cat = open("cat");
  for (const [op, frame, code] of [
    ["join", { stream: STREAM }, "not_found"],
    ["join", { stream: "chat:999" }, "not_found"],
    ["join", { stream: 5 }, "malformed"],
    ["command", { stream: STREAM, id: "short", command: { type: "send", text: "x" } }, "malformed"],
    ["renew", { token: "forged" }, "unauthenticated"],
    ["fly", {}, "malformed"],
  ]) {
    const reply = await cat.emitWithAck(op, frame);
    assert.deepEqual([reply.ok, reply.error?.code], [false, code], `${op} ${JSON.stringify(reply)}`);
  }
  cat.emit("fly", {});
  await cat.until(() => cat.got.some(({ name }) => name === "problem"));
  assert.deepEqual(await cat.emitWithAck("renew", { token: "cat" }), { ok: true, result: {} });
  cat.disconnect();
});

test("malformed packets, binary and messages that are too large close with their codes", async () => {
  for (const [sent, code] of [
    ['42["join",{]', 4400],
    ["4x", 4400],
    [Buffer.from([1]), 1003],
    [`42["join","${"x".repeat(300_000)}"]`, 1009],
  ]) {
    const ws = rawSocket("socket.io");
    await ws.next();
    ws.send('40{"token":"ann"}');
    assert.match(await ws.said(), /^40\{"sid":"[\w-]+","pid":"[\w-]{22}"\}$/);
    ws.send(sent);
    assert.equal(await ws.closed, code);
  }
});

test("recoverable events end with an offset, and on the wire the missed ones come before CONNECT", async () => {
  const ws = rawSocket("socket.io");
  await ws.next();
  ws.send('40{"token":"ann"}');
  const { sid, pid } = JSON.parse((await ws.said()).slice(2));
  ws.send(`421["join",{"stream":"${STREAM}"}]`);
  const snapshot = JSON.parse((await ws.said()).slice(2));
  const offset = snapshot.at(-1);
  assert.equal(typeof offset, "string");
  assert.match(await ws.said(), /^431\[\{"ok":true/);
  ws.terminate();
  const ben = await joined("ben");
  await ben.say("while away");
  const again = rawSocket("socket.io");
  await again.next();
  again.send(`40${JSON.stringify({ token: "ann", pid, offset })}`);
  const missed = [];
  let connect = await again.said();
  for (; connect.startsWith("42"); connect = await again.said()) missed.push(JSON.parse(connect.slice(2)));
  const told = missed.filter(([name]) => name === "event" || name === "resumed");
  assert.ok(told.length > 0 && told.every((packet) => typeof packet.at(-1) === "string"));
  // Written to the old connection and lost there, or resumed from the log.
  const texts = told.flatMap(([name, frame]) => (name === "event" ? [frame.data] : frame.events)).map((e) => e.message?.text);
  assert.deepEqual(texts, ["while away"]);
  assert.deepEqual(JSON.parse(connect.slice(2)), { sid, pid });
  again.close();
  ben.disconnect();
});

test("sessions over polling are found from every worker, and refused when unknown", async () => {
  for (let i = 0; i < 8; i++) {
    const { sid } = await openPolling("socket.io");
    assert.equal(await (await post("socket.io", sid, '40{"token":"ann"}')).text(), "ok");
    assert.match(await (await polling("socket.io", sid)).text(), /^40\{"sid"/);
    assert.equal((await post("socket.io", sid, "x")).status, 400);
    assert.equal((await polling("socket.io", sid)).status, 400);
  }
  assert.equal((await polling("socket.io", "AAAAAAAAAAAAAAAAAAAAAA")).status, 400);
  await rawSocket("socket.io", "EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAAAA").closed;
});
