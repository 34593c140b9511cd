// What the scripts share: modules out of the web app's dependencies, and sockets whose messages can be awaited.
import { createRequire } from "node:module";

const need = (from, name) => createRequire(createRequire(from).resolve(name));
const web = new URL("../../../../web/package.json", import.meta.url);

export const { io } = createRequire(web)("socket.io-client");
const { WebSocket } = need(need(web, "socket.io-client").resolve("engine.io-client"), "ws")("ws");

export const base = process.env.HUB_URL;
const wsBase = base.replace("http", "ws");

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const polling = (path, sid, init) =>
  fetch(`${base}/${path}/?EIO=4&transport=polling${sid ? `&sid=${sid}` : ""}`, init);

export const post = (path, sid, body) => polling(path, sid, { method: "POST", body });

export async function openPolling(path) {
  const body = await (await polling(path)).text();
  return JSON.parse(body.slice(1));
}

export const answer = async (response) => ({ status: response.status, body: await response.text() });

// Does something to a session while the server holds its poll. The two go over connections of their own: where the poll came
// too late, and found the session gone, all is done once more with another.
export async function whilePolling(path, begin, act) {
  for (let tries = 5; ; tries--) {
    const sid = await begin();
    const polled = polling(path, sid);
    await sleep(20);
    const done = await act(sid);
    const held = await answer(await polled);
    if (held.status === 200 || tries === 0) return { sid, done, held };
  }
}

// A raw WebSocket. Messages that came before they were asked for are kept; who asks for one that never comes fails when it
// is closed.
export function socket(path, query = "EIO=4&transport=websocket") {
  const ws = new WebSocket(`${wsBase}/${path}${path.includes("ws/") ? "" : "/"}?${query}`);
  const messages = [];
  const waiting = [];
  const isPing = (message) => message === "2";
  ws.on("message", (data, isBinary) => {
    const message = isBinary ? data : data.toString();
    const place = waiting.findIndex((one) => one.takesPings || !isPing(message));
    if (place >= 0) waiting.splice(place, 1)[0].resolve(message);
    else if (!waiting.length) messages.push(message);
  });
  ws.on("error", () => {});
  ws.opened = new Promise((resolve) => ws.once("open", resolve));
  ws.closed = new Promise((resolve) => ws.once("close", (code) => resolve(code)));
  ws.closed.then((code) => waiting.splice(0).forEach((one) => one.reject(new Error(`closed with ${code}`))));
  const wait = (takesPings) => {
    const message = new Promise((resolve, reject) => waiting.push({ takesPings, resolve, reject }));
    message.catch(() => {});
    return message;
  };
  ws.next = () => (messages.length ? Promise.resolve(messages.shift()) : wait(true));
  // The next message that is not a ping.
  ws.said = () => {
    const place = messages.findIndex((message) => !isPing(message));
    const passed = messages.splice(0, place < 0 ? messages.length : place + 1);
    return place < 0 ? wait(false) : Promise.resolve(passed.at(-1));
  };
  return ws;
}

export const upgrading = (path, sid) => socket(path, `EIO=4&transport=websocket&sid=${sid}`);
