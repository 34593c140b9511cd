// The two protocols on the wire, byte for byte, against the echo server. What is expected here is what the protocols' own
// test suites expect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base, openPolling, polling, post, sleep, socket, upgrading, whilePolling } from "./support.mjs";

const KEYS = ["maxPayload", "pingInterval", "pingTimeout", "sid", "upgrades"];

async function joined() {
  const ws = socket("socket.io");
  await ws.next();
  ws.send("40");
  assert.match(await ws.said(), /^40\{"sid":"[\w-]+"\}$/);
  assert.equal(await ws.said(), '42["auth",{}]');
  return ws;
}

for (const path of ["engine.io", "socket.io"]) {
  test(`${path}: opens over polling`, async () => {
    const response = await polling(path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/plain; charset=UTF-8");
    const body = await response.text();
    assert.equal(body[0], "0");
    const open = JSON.parse(body.slice(1));
    assert.deepEqual(Object.keys(open).sort(), KEYS);
    assert.deepEqual([open.upgrades, open.pingInterval, open.pingTimeout, open.maxPayload], [["websocket"], 300, 1500, 1e6]);
  });

  test(`${path}: opens over WebSocket`, async () => {
    const ws = socket(path);
    const open = JSON.parse((await ws.next()).slice(1));
    assert.deepEqual(Object.keys(open).sort(), KEYS);
    assert.deepEqual(open.upgrades, []);
    ws.close();
  });

  test(`${path}: refuses a query or method that is wrong`, async () => {
    for (const [query, method] of [
      ["transport=polling"],
      ["EIO=abc&transport=polling"],
      ["EIO=4"],
      ["EIO=4&transport=abc"],
      ["EIO=4&transport=polling", "POST"],
      ["EIO=4&transport=polling", "PUT"],
      ["EIO=4&transport=polling&sid=unknown"],
    ]) {
      assert.equal((await fetch(`${base}/${path}/?${query}`, { method })).status, 400, `${method} ${query}`);
    }
    for (const query of ["transport=websocket", "EIO=abc&transport=websocket", "EIO=4", "EIO=4&transport=abc"]) {
      await socket(path, query).closed;
    }
  });

  test(`${path}: pings and takes pongs, over polling`, async () => {
    const { sid } = await openPolling(path);
    for (let i = 0; i < 3; i++) {
      assert.equal(await (await polling(path, sid)).text(), "2");
      assert.equal(await (await post(path, sid, "3")).text(), "ok");
      // Socket.IO's connect timeout is three seconds: long enough for three.
    }
  });

  test(`${path}: pings and takes pongs, over WebSocket`, async () => {
    const ws = socket(path);
    await ws.next();
    for (let i = 0; i < 3; i++) {
      assert.equal(await ws.next(), "2");
      ws.send("3");
    }
    ws.close();
  });

  test(`${path}: a client that does not answer is closed`, async () => {
    const { sid } = await openPolling(path);
    const ws = socket(path);
    await sleep(2_000);
    assert.equal((await polling(path, sid)).status, 400);
    await ws.closed;
  });

  test(`${path}: a client closes`, async () => {
    const begin = async () => (await openPolling(path)).sid;
    const { sid, held } = await whilePolling(path, begin, (sid) => post(path, sid, "1"));
    assert.equal(held.body, "6");
    assert.equal((await polling(path, sid)).status, 400);
    const ws = socket(path);
    await ws.next();
    ws.send("1");
    await ws.closed;
  });

  test(`${path}: moves to WebSocket, and polling is over`, async () => {
    const { sid } = await openPolling(path);
    const ws = upgrading(path, sid);
    await ws.opened;
    ws.send("2probe");
    assert.equal(await ws.next(), "3probe");
    assert.equal(await (await polling(path, sid)).text(), "6");
    ws.send("5");
    await sleep(5);
    assert.equal((await polling(path, sid)).status, 400);
    assert.equal((await post(path, sid, "4x")).status, 400);
    const second = upgrading(path, sid);
    await second.opened;
    await second.closed;
    if (path === "engine.io") {
      ws.send("4hello");
      assert.equal(await ws.said(), "4hello");
    }
    ws.close();
  });

  test(`${path}: a poll that is held ends when the probe is answered`, async () => {
    const { sid } = await openPolling(path);
    const held = polling(path, sid);
    const ws = upgrading(path, sid);
    await ws.opened;
    ws.send("2probe");
    await ws.next();
    assert.equal(await (await held).text(), "6");
    ws.close();
    await ws.closed;
    const again = upgrading(path, sid);
    await again.opened;
    again.send("2probe");
    assert.equal(await again.next(), "3probe");
    again.close();
  });
}

test("engine.io: payloads go there and back", async () => {
  const { sid } = await openPolling("engine.io");
  for (const body of ["4hello", "4test1\x1e4test2\x1e4test3", "4hello\x1ebAQIDBA==", "4é\u{1f980}"]) {
    assert.equal(await (await post("engine.io", sid, body)).text(), "ok");
    assert.equal(await (await polling("engine.io", sid)).text(), body);
  }
});

test("engine.io: messages go there and back over WebSocket", async () => {
  const ws = socket("engine.io");
  await ws.next();
  ws.send("4hello");
  assert.equal(await ws.next(), "4hello");
  ws.send(Buffer.from([1, 2, 3, 4]));
  assert.deepEqual(await ws.next(), Buffer.from([1, 2, 3, 4]));
  ws.send("abc");
  await ws.closed;
});

test("engine.io: a payload that is malformed ends the session, one that is too large does not", async () => {
  const { sid } = await openPolling("engine.io");
  assert.equal((await post("engine.io", sid, "x".repeat(1_000_001))).status, 413);
  assert.equal((await post("engine.io", sid, "4" + "x".repeat(999_999))).status, 200);
  assert.equal((await post("engine.io", sid, "abc")).status, 400);
  assert.equal((await polling("engine.io", sid)).status, 400);
});

test("engine.io: a second poll ends the session", async () => {
  const { sid } = await openPolling("engine.io");
  const both = await Promise.all([polling("engine.io", sid), polling("engine.io", sid)]);
  const [first, second] = both.sort((a, b) => a.status - b.status);
  assert.equal(await first.text(), "1");
  assert.equal(second.status, 400);
  assert.equal((await polling("engine.io", sid)).status, 400);
});

test("engine.io: a poll that its client gives up ends the session", async () => {
  const { sid } = await openPolling("engine.io");
  const gone = new AbortController();
  polling("engine.io", sid, { signal: gone.signal }).catch(() => {});
  await sleep(20);
  gone.abort();
  await sleep(5);
  assert.equal((await polling("engine.io", sid)).status, 400);
});

test("engine.io: a client may not ping", async () => {
  const ws = socket("engine.io");
  await ws.next();
  ws.send("2");
  await ws.closed;
});

test("socket.io: joins namespaces with and without auth", async () => {
  for (const [sent, prefix, auth] of [
    ["40", "40", '42["auth",{}]'],
    ['40{"token":"123"}', "40", '42["auth",{"token":"123"}]'],
    ["40/custom,", "40/custom,", '42/custom,["auth",{}]'],
    ['40/custom,{"token":"abc"}', "40/custom,", '42/custom,["auth",{"token":"abc"}]'],
  ]) {
    const ws = socket("socket.io");
    await ws.next();
    ws.send(sent);
    const reply = await ws.said();
    assert.ok(reply.startsWith(prefix));
    assert.deepEqual(Object.keys(JSON.parse(reply.slice(prefix.length))), ["sid"]);
    assert.equal(await ws.said(), auth);
    ws.close();
  }
});

test("socket.io: refuses a namespace that is not there", async () => {
  const ws = socket("socket.io");
  await ws.next();
  ws.send("40/random");
  assert.equal(await ws.said(), '44/random,{"message":"Invalid namespace"}');
  ws.close();
});

test("socket.io: closes a connection that joins nothing", async () => {
  const ws = socket("socket.io");
  ws.on("message", (data) => data.toString() === "2" && ws.send("3"));
  const started = Date.now();
  await ws.closed;
  assert.ok(Date.now() - started >= 900);
});

test("socket.io: leaves one namespace and stays in the other", async () => {
  const ws = await joined();
  ws.send("40/custom");
  await ws.said();
  await ws.said();
  ws.send("41/custom");
  ws.send('42["message","message to main namespace"]');
  assert.equal(await ws.said(), '42["message-back","message to main namespace"]');
  ws.send("41");
  assert.equal(await ws.next(), "2");
  ws.close();
});

test("socket.io: events, acknowledgements and attachments", async () => {
  const ws = await joined();
  ws.send('42["message",1,"2",{"3":[true]}]');
  assert.equal(await ws.said(), '42["message-back",1,"2",{"3":[true]}]');
  ws.send('42456["message-with-ack",1,"2",{"3":[false]}]');
  assert.equal(await ws.said(), '43456[1,"2",{"3":[false]}]');
  const two = '{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}';
  for (const [sent, expected] of [
    [`452-["message",${two}]`, `452-["message-back",${two}]`],
    [`452-789["message-with-ack",${two}]`, `462-789[${two}]`],
  ]) {
    ws.send(sent);
    ws.send(Buffer.from([1, 2, 3]));
    ws.send(Buffer.from([4, 5, 6]));
    assert.deepEqual([await ws.said(), await ws.said(), await ws.said()], [expected, Buffer.from([1, 2, 3]), Buffer.from([4, 5, 6])]);
  }
  ws.close();
});

test("socket.io: what is malformed or out of place closes the connection", async () => {
  for (const sent of [
    "4abc",
    "42{}",
    '42abc["message-with-ack",1]',
    '42["message",{]',
    '42["unknown",{]',
    '42["disconnect"]',
    '42/custom,["message"]',
    "40",
    '451-["message",{"_placeholder":true,"num":9}]',
    Buffer.from([1]),
  ]) {
    const ws = await joined();
    ws.send(sent);
    assert.ok([4400, 1003].includes(await ws.closed), String(sent));
  }
});

test("a plain WebSocket echo", async () => {
  const ws = socket("ws/echo", "");
  await ws.opened;
  ws.send("hello");
  assert.equal(await ws.next(), "hello");
  ws.send(Buffer.alloc(100_000, 7));
  assert.deepEqual(await ws.next(), Buffer.alloc(100_000, 7));
  ws.close(4001);
  assert.equal(await ws.closed, 4001);
});
