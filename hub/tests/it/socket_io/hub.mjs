// A client of the hub: what the scripts that hold it against the protocols say to it.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { answer, openPolling, polling, post, socket, whilePolling } from "./support.mjs";

export const PATH = "socket.io";
export const STREAM = "chat:7";
// For much that would be in the way of others.
export const FULL = "chat:8";
export const CONNECT = '40{"token":"ann"}';
export const GONE = { status: 400, body: '{"code":1,"message":"Session ID unknown"}' };

export const poll = async (sid) => answer(await polling(PATH, sid));
export const say = async (sid, body) => answer(await post(PATH, sid, body));
export const OK = { status: 200, body: "ok" };
export const CLOSED = { status: 200, body: "1" };
export const BAD = { status: 400, body: '{"code":3,"message":"Bad request"}' };

export async function open() {
  const ws = socket(PATH);
  assert.match(await ws.next(), /^0\{/);
  return ws;
}

export async function joined(auth = '{"token":"ann"}') {
  const ws = await open();
  ws.send(`40${auth}`);
  assert.match(await ws.said(), /^40\{"sid":"[\w-]+","pid":"[\w-]{22}"\}$/);
  return ws;
}

export async function joinedPolling() {
  const { sid } = await openPolling(PATH);
  assert.deepEqual(await say(sid, CONNECT), OK);
  assert.match((await poll(sid)).body, /^40\{"sid"/);
  return sid;
}

// Says something while the session's poll is held.
export const saidWhilePolling = (body) => whilePolling(PATH, joinedPolling, (sid) => say(sid, body));

// Somebody whom nothing that others do may disturb.
let witness;
let asked = 0;
export async function undisturbed() {
  const id = ++asked;
  witness.send(`42${id}["ping",{}]`);
  assert.equal(await witness.said(), `43${id}[{"ok":true,"result":{}}]`);
}
before(async () => {
  witness = await joined('{"token":"ben"}');
  witness.on("message", (data) => data.toString() === "2" && witness.send("3"));
});
after(() => witness.close());
