// What the hub does by its clock. Its times are short here: it pings after 2 s, waits 1.6 s for the answer, 3 s for somebody to
// join and 1 s for a move, and looks at its clock once a second.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GONE, OK, PATH, joined, joinedPolling, open, poll, say, undisturbed } from "./hub.mjs";
import { openPolling, upgrading } from "./support.mjs";

describe("all at once", { concurrency: true }, () => {
  test("the server pings, and who answers stays, over either transport", async () => {
    const sid = await joinedPolling();
    const ws = await joined();
    for (let i = 0; i < 2; i++) {
      const [polled, told] = await Promise.all([poll(sid), ws.next()]);
      assert.deepEqual([polled.body, told], ["2", "2"]);
      assert.deepEqual(await say(sid, "3"), OK);
      ws.send("3");
    }
    ws.send('421["ping",{}]');
    assert.match(await ws.said(), /^431/);
    ws.close();
  });

  test("who does not answer a ping is cut off, over either transport", async () => {
    const sid = await joinedPolling();
    const ws = await joined();
    const [pinged, told] = await Promise.all([poll(sid), ws.next()]);
    assert.deepEqual([pinged.body, told], ["2", "2"]);
    const [polled] = await Promise.all([poll(sid), ws.closed]);
    assert.deepEqual(polled, { status: 200, body: "1" });
    assert.deepEqual(await poll(sid), GONE);
    await undisturbed();
  });

  test("who never joins is sent away, over either transport", async () => {
    const { sid } = await openPolling(PATH);
    const ws = await open();
    ws.on("message", (data) => data.toString() === "2" && ws.send("3"));
    const left = (async () => {
      for (;;) {
        const { body } = await poll(sid);
        if (body !== "2") return body;
        await say(sid, "3");
      }
    })();
    assert.deepEqual([await ws.closed, await left], [4401, "1"]);
    assert.deepEqual(await poll(sid), GONE);
  });

  test("a move that begins with nothing leaves the session on polling", async () => {
    const sid = await joinedPolling();
    const ws = upgrading(PATH, sid);
    await ws.opened;
    await ws.closed;
    assert.deepEqual(await say(sid, '421["ping",{}]'), OK);
    assert.match((await poll(sid)).body, /431\[/);
  });
});
