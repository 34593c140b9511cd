// The hub itself against the rules of Engine.IO v4 and Socket.IO v5, byte for byte. A connection may follow three streams. What
// takes the clock is in times.mjs.
import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, test } from "node:test";
import { BAD, CLOSED, CONNECT, FULL, GONE, OK, PATH, STREAM, joined, joinedPolling, open, poll, saidWhilePolling, say, undisturbed } from "./hub.mjs";
import { base, openPolling, polling, sleep, socket, upgrading } from "./support.mjs";

describe("all at once", { concurrency: true }, () => {
  test("the open packet says what the client needs", async () => {
    const response = await polling(PATH);
    assert.equal(response.headers.get("content-type"), "text/plain; charset=UTF-8");
    const { sid, ...rest } = JSON.parse((await response.text()).slice(1));
    assert.match(sid, /^[\w-]{22}$/);
    const times = { pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 65536 };
    assert.deepEqual(rest, { upgrades: ["websocket"], ...times });
    const ws = socket(PATH);
    const { sid: own, ...same } = JSON.parse((await ws.next()).slice(1));
    assert.notEqual(own, sid);
    assert.deepEqual(same, { upgrades: [], ...times });
    ws.close();
  });

  test("a request whose query or method is wrong is refused by its number", async () => {
    const { sid } = await openPolling(PATH);
    for (const [query, method, code] of [
      ["", "GET", 0],
      ["EIO=4", "GET", 0],
      ["EIO=4&transport=carrier-pigeon", "GET", 0],
      ["transport=polling", "GET", 5],
      ["EIO=3&transport=polling", "GET", 5],
      ["EIO=4&transport=websocket", "GET", 3],
      ["EIO=4&transport=polling&sid=unknown", "GET", 1],
      ["EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAAAAAAAA", "GET", 1],
      ["EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAAAAAAAA", "POST", 1],
      ["EIO=4&transport=polling", "POST", 2],
      ["EIO=4&transport=polling", "PUT", 2],
      [`EIO=4&transport=polling&sid=${sid}`, "PUT", 3],
      [`EIO=4&transport=polling&sid=${sid}`, "DELETE", 3],
    ]) {
      const response = await fetch(`${base}/${PATH}/?${query}`, { method });
      assert.equal(response.headers.get("content-type"), "application/json");
      assert.deepEqual([response.status, (await response.json()).code], [400, code], `${method} ${query}`);
    }
    assert.deepEqual(await say(sid, CONNECT), OK, "and the session is as it was");
    for (const query of [
      "",
      "EIO=4",
      "EIO=4&transport=polling",
      "transport=websocket",
      "EIO=3&transport=websocket",
      "EIO=4&transport=websocket&sid=unknown",
      "EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAAAA",
    ]) {
      const ws = socket(PATH, query);
      assert.equal(await Promise.race([ws.opened.then(() => "open"), ws.closed.then(() => "closed")]), "closed", query);
    }
  });

  test("payloads hold many packets, both ways, and one that is too large is refused and forgotten", async () => {
    const { sid } = await openPolling(PATH);
    assert.deepEqual(await say(sid, `${CONNECT}\x1e421["ping",{}]\x1e422["ping",{}]`), OK);
    const done = '[{"ok":true,"result":{}}]';
    const [connected, ...acks] = (await poll(sid)).body.split("\x1e");
    assert.match(connected, /^40\{"sid"/);
    assert.deepEqual(acks, [`431${done}`, `432${done}`]);
    assert.deepEqual(await say(sid, `4${"x".repeat(262_144)}`), { status: 413, body: '{"code":3,"message":"Payload too large"}' });
    const [, largest] = [await say(sid, `423["ping",{${" ".repeat(65_522)}}]`), await poll(sid)];
    assert.deepEqual(largest, { status: 200, body: `433${done}` });
  });

  for (const body of ["", "x", "7", "2", "2probe", "4", "47", "4x", "42", "42{}", "42[]", '42["connect"]', "42/other,[1]", "40", "43[]", "44{}", "41{}",
    "b!", "bAQID", '421["ping",{}]\x1e', '451-["a",{"_placeholder":true,"num":9}]', '451-["a",{"_placeholder":true,"num":0}]\x1e42["b"]',
    '42["join",{]']) {
    test(`over polling ${JSON.stringify(body)} is answered as bad and ends its session`, async () => {
      const { sid, done, held } = await saidWhilePolling(body);
      assert.deepEqual([done, held], [BAD, CLOSED]);
      assert.deepEqual([await poll(sid), await say(sid, "42[]")], [GONE, GONE]);
      await undisturbed();
    });
  }

  test("what stands behind a packet that cannot be is not read", async () => {
    const { done, held } = await saidWhilePolling('4x\x1e421["ping",{}]');
    assert.deepEqual([done, held], [BAD, CLOSED]);
  });

  test("a second request of the same kind ends the session: polls", async () => {
    const sid = await joinedPolling();
    // Whichever comes first is held.
    const both = await Promise.all([poll(sid), poll(sid)]);
    assert.deepEqual(both.sort((a, b) => a.status - b.status), [CLOSED, BAD]);
    assert.deepEqual(await poll(sid), GONE);
    await undisturbed();
  });

  // A post whose head has come and whose body has not.
  const begun = async (sid) => {
    const url = `${base}/${PATH}/?EIO=4&transport=polling&sid=${sid}`;
    const sent = request(url, { method: "POST", headers: { "content-length": 20, expect: "100-continue" } });
    sent.on("error", () => {});
    const isTaken = new Promise((resolve) => sent.once("continue", resolve));
    sent.flushHeaders();
    await isTaken;
    sent.answered = new Promise((resolve) => {
      sent.on("response", async (response) => {
        let body = "";
        for await (const piece of response) body += piece;
        resolve({ status: response.statusCode, body });
      });
    });
    sent.write('421["ping"');
    await sleep(50);
    return sent;
  };

  test("a second request of the same kind ends the session: posts", async () => {
    const sid = await joinedPolling();
    const held = poll(sid);
    const first = await begun(sid);
    assert.deepEqual(await say(sid, '422["ping",{}]'), BAD);
    assert.deepEqual(await held, CLOSED);
    first.end(",{      }]");
    assert.deepEqual([await first.answered, await poll(sid)], [GONE, GONE]);
    await undisturbed();
  });

  test("a request that its client gives up ends the session", async () => {
    for (const give of [
      async (sid) => {
        const gone = new AbortController();
        polling(PATH, sid, { signal: gone.signal }).catch(() => {});
        await sleep(50);
        gone.abort();
      },
      async (sid) => {
        const sent = await begun(sid);
        sent.destroy();
      },
    ]) {
      const sid = await joinedPolling();
      await give(sid);
      for (const end = Date.now() + 5000; (await say(sid, "3")).status === 200; await sleep(20)) assert.ok(Date.now() < end);
      assert.deepEqual(await poll(sid), GONE);
    }
    await undisturbed();
  });

  test("a client closes, over either transport", async () => {
    const { sid, done, held } = await saidWhilePolling('1\x1e421["ping",{}]');
    assert.deepEqual([done, held.body, await poll(sid)], [OK, "6", GONE]);
    const ws = await joined();
    ws.send("1");
    await ws.closed;
    await undisturbed();
  });

  test("a session moves to WebSocket with what waits for it, and polling is over", async () => {
    const sid = await joinedPolling();
    const held = poll(sid);
    const ws = upgrading(PATH, sid);
    await ws.opened;
    ws.send("2probe");
    assert.equal(await ws.next(), "3probe");
    assert.equal((await held).body, "6");
    assert.deepEqual(await say(sid, '421["ping",{}]'), OK);
    const second = upgrading(PATH, sid);
    assert.equal(await second.closed, 1000, "one at a time");
    ws.send("5");
    assert.equal(await ws.said(), '431[{"ok":true,"result":{}}]');
    for (const late of [await poll(sid), await say(sid, "42[]")]) assert.deepEqual(late, BAD);
    assert.equal(await upgrading(PATH, sid).closed, 1000);
    ws.send('422["ping",{}]');
    assert.equal(await ws.said(), '432[{"ok":true,"result":{}}]');
    ws.close();
  });

  for (const [what, first] of [
    ["what is no probe", "4x"],
    ["a ping without the word", "2"],
    ["what is no packet", "x"],
    ["binary", Buffer.from("2probe")],
    ["a frame that is too large", "x".repeat(70_000)],
  ]) {
    test(`a move that begins with ${what} leaves the session on polling`, async () => {
      const sid = await joinedPolling();
      const ws = upgrading(PATH, sid);
      await ws.opened;
      ws.send(first);
      await ws.closed;
      assert.deepEqual(await say(sid, '421["ping",{}]'), OK);
      assert.match((await poll(sid)).body, /431\[/);
      const again = upgrading(PATH, sid);
      await again.opened;
      again.send("2probe");
      assert.equal(await again.next(), "3probe");
      again.close();
    });
  }

  test("CONNECT comes first", async () => {
    for (const packet of ['42["ping",{}]', "41", "430[]", '42/admin,["ping",{}]', '451-["a",{"_placeholder":true,"num":0}]']) {
      const ws = await open();
      ws.send(packet);
      if (packet.startsWith("45")) ws.send(Buffer.from([1]));
      assert.equal(await ws.closed, 4400, packet);
    }
    await undisturbed();
  });

  test("a namespace that is not there is refused, and another stays joined", async () => {
    const ws = await joined();
    ws.send('40/admin,{"token":"ann"}');
    const refused = await ws.said();
    assert.ok(refused.startsWith("44/admin,"), refused);
    const { message, data } = JSON.parse(refused.slice("44/admin,".length));
    assert.deepEqual([message, data.code], ["Invalid namespace", "not_found"]);
    ws.send('421["ping",{}]');
    assert.match(await ws.said(), /^431/);
    ws.send('42/admin,["ping",{}]');
    assert.equal(await ws.closed, 4400);
  });

  test("CONNECT is refused in words and by code, and may be tried again", async () => {
    const ws = await open();
    for (const [auth, code] of [
      ["", "unauthenticated"],
      ["{}", "unauthenticated"],
      ['{"token":"forged"}', "unauthenticated"],
      ['{"ticket":"forged"}', "unauthenticated"],
      ['{"token":5}', "malformed"],
      ['{"token":"ann","pid":5}', "malformed"],
    ]) {
      ws.send(`40${auth}`);
      const refused = await ws.said();
      assert.ok(refused.startsWith("44{"), refused);
      const { message, data } = JSON.parse(refused.slice(2));
      assert.deepEqual([data.code, data.message], [code, message], auth);
    }
    ws.send('40{"ticket":"ticket-ann"}');
    assert.match(await ws.said(), /^40\{"sid"/);
    ws.send(CONNECT);
    assert.equal(await ws.closed, 4400, "once");
  });

  test("who leaves \"/\" hears no more, may come back, and may not speak in between", async () => {
    const ws = await joined();
    ws.send(`421["join",{"stream":"${STREAM}"}]`);
    assert.match(await ws.said(), /^42\["snapshot"/);
    assert.match(await ws.said(), /^431/);
    ws.send("41");
    ws.send(CONNECT);
    let said = await ws.said();
    // What others do there is told until it has left.
    while (/^42\["(event|signal)"/.test(said)) said = await ws.said();
    assert.match(said, /^40\{"sid"/, "no answer to the one, and one to the other");
    const ben = await joined('{"token":"ben"}');
    ben.send(`421["join",{"stream":"${STREAM}"}]`);
    ben.send(`422["command",{"stream":"${STREAM}","id":"01JDA7XK8Q0000000000000077","command":{"type":"send","text":"gone?"}}]`);
    for (let told = ""; !told.startsWith("432"); told = await ben.said());
    ws.send('422["ping",{}]');
    assert.match(await ws.said(), /^432/, "it follows nothing any more");
    ws.send("41");
    ws.send('423["ping",{}]');
    assert.equal(await ws.closed, 4400);
    ben.close();
  });

  test("each event that asks for it is acknowledged once, by its number, whatever becomes of it", async () => {
    const ws = await joined();
    const big = 2 ** 53 - 1;
    const events = [
      [1, ["join", { stream: STREAM }], true],
      [0, ["signal", { stream: STREAM, signal: { type: "typing", on: true } }], true],
      [big, ["command", { stream: STREAM, id: "01JDA7XK8Q0000000000000078", command: { type: "send", text: "x" } }], true],
      [2, ["renew", { token: "ann" }], true],
      [3, ["renew", { token: "forged" }], false],
      [4, ["leave", { stream: STREAM }], true],
      [5, ["command", { stream: "chat:999", id: "01JDA7XK8Q0000000000000079", command: { type: "send", text: "x" } }], false],
      [6, ["fly", {}], false],
      [7, ["ping", {}], true],
    ];
    const acks = new Map();
    const hear = async (id) => {
      while (!acks.has(id)) {
        const [, number, args] = /^43(\d+)(\[.*)$/.exec(await ws.said()) ?? [];
        if (number === undefined) continue;
        assert.ok(!acks.has(Number(number)), `twice ${number}`);
        acks.set(Number(number), JSON.parse(args));
      }
    };
    for (const [id, event] of events) {
      ws.send(`42${id}${JSON.stringify(event)}`);
      await hear(id);
    }
    for (const [id, event, ok] of events) {
      assert.deepEqual([acks.get(id).length, acks.get(id)[0].ok], [1, ok], JSON.stringify(event));
    }
    // Without a number there is none; what is refused is told all the same.
    ws.send('42["ping",{}]');
    ws.send('42["fly",{}]');
    assert.match(await ws.said(), /^42\["problem",\{.*"code":"malformed"/);
    ws.close();
  });

  test("a connection follows so many streams, and another when it has left one", async () => {
    const ws = await joined();
    const asks = async (id, event, stream) => {
      ws.send(`42${id}${JSON.stringify([event, { stream }])}`);
      for (;;) {
        const said = await ws.said();
        if (said.startsWith(`43${id}[`)) return JSON.parse(said.slice(`43${id}`.length))[0];
      }
    };
    for (const [id, stream] of [STREAM, FULL, "chats:1"].entries()) assert.equal((await asks(id, "join", stream)).ok, true);
    const refused = await asks(4, "join", "friends:1");
    assert.deepEqual([refused.ok, refused.error.code], [false, "too_many"]);
    assert.equal((await asks(5, "join", STREAM)).ok, true, "what it follows it may ask for again");
    assert.equal((await asks(6, "leave", FULL)).ok, true);
    assert.equal((await asks(7, "join", "friends:1")).ok, true);
    ws.close();
  });

  test("a binary event closes the connection, since no event here takes attachments", async () => {
    for (const packet of ['452-9["fly",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]', '4510-["fly"]']) {
      const ws = await joined();
      ws.send(packet);
      ws.send(Buffer.from([1, 2]));
      assert.equal(await ws.closed, 4400, packet);
    }
  });

  test("who brings what nobody gave out is new, and is let in", async () => {
    const first = await joined();
    first.send(`421["join",{"stream":"${STREAM}"}]`);
    const offset = JSON.parse((await first.said()).slice(2)).at(-1);
    const ben = await joined('{"token":"ben"}');
    ben.send(`421["join",{"stream":"${STREAM}"}]`);
    await ben.said();
    first.terminate();
    const unknown = "A".repeat(22);
    for (const auth of [
      { token: "ann", pid: unknown, offset },
      { token: "ann", pid: "short", offset },
      { token: "ann", pid: unknown },
      { token: "ann", offset },
      { token: "ann", pid: unknown, offset: "nonsense" },
    ]) {
      const ws = await joined(JSON.stringify(auth));
      ws.send('421["ping",{}]');
      assert.match(await ws.said(), /^431/, JSON.stringify(auth));
      ws.close();
    }
    ben.close();
  });

  test("a pid with an offset that is not of it, or of somebody else, is spent and brings nothing back", async () => {
    for (const [token, offset] of [
      ["ann", "chat:7/999999/e1"],
      ["ann", "nonsense"],
      ["ben", null],
    ]) {
      const first = await open();
      first.send(CONNECT);
      const { sid, pid } = JSON.parse((await first.said()).slice(2));
      first.send(`421["join",{"stream":"${STREAM}"}]`);
      const own = JSON.parse((await first.said()).slice(2)).at(-1);
      first.terminate();
      const ws = await open();
      ws.send(`40${JSON.stringify({ token, pid, offset: offset ?? own })}`);
      const connected = await ws.said();
      assert.match(connected, /^40\{"sid"/, "nothing comes ahead of it");
      const fresh = JSON.parse(connected.slice(2));
      assert.ok(fresh.sid !== sid && fresh.pid !== pid);
      ws.send('421["ping",{}]');
      assert.match(await ws.said(), /^431/, "it follows nothing");
      ws.close();
    }
  });
});

// By itself: it keeps the server busy.
test("what waits for a client that does not poll is bounded, and it misses nothing", async () => {
  const sid = await joinedPolling();
  const [before, from] = [await say(sid, `421["join",{"stream":"${FULL}"}]`), JSON.parse((await poll(sid)).body.split("\x1e")[0].slice(2))];
  assert.deepEqual([before, from[0]], [OK, "snapshot"]);
  const cat = await joined('{"token":"cat"}');
  const text = "x".repeat(3_900);
  const COUNT = 150;
  for (let i = 0; i < COUNT; i++) {
    const id = `01JDA7XK8Q${String(i).padStart(16, "0")}`;
    cat.send(`42${i}["command",{"stream":"${FULL}","id":"${id}","command":{"type":"send","text":"${text}"}}]`);
  }
  for (let acked = 0; acked < COUNT; ) if (/^43\d+\[\{"ok":true/.test(await cat.said())) acked++;
  // The server looks once a second who could be told more.
  await sleep(1_100);
  const { body } = await poll(sid);
  assert.ok(body.length < 2 * 256 * 1024, `${body.length} bytes waited for ${COUNT * text.length}`);
  let seq = from[1].seq;
  const take = (packets) => {
    for (const packet of packets.split("\x1e").filter((one) => one.startsWith("42"))) {
      const [name, frame] = JSON.parse(packet.slice(2));
      if (name === "event") assert.equal(frame.seq, ++seq, "no silent gap");
      if (name === "resumed") assert.equal(frame.from, seq);
      if (name === "resumed" || name === "snapshot") seq = frame.seq;
    }
  };
  take(body);
  // A post waits while the queue is full: what was missed may fill it again, until the next poll.
  const posted = say(sid, "3");
  while (seq < from[1].seq + COUNT) take((await poll(sid)).body);
  assert.deepEqual(await posted, OK);
  cat.close();
});
