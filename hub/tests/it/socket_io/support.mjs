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

// A raw WebSocket. Messages that came before they were asked for are kept.
export function socket(path, query = "EIO=4&transport=websocket") {
  const ws = new WebSocket(`${wsBase}/${path}${path.includes("ws/") ? "" : "/"}?${query}`);
  const messages = [];
  const waiting = [];
  ws.on("message", (data, isBinary) => {
    const message = isBinary ? data : data.toString();
    if (waiting.length) waiting.shift()(message);
    else messages.push(message);
  });
  ws.on("error", () => {});
  ws.opened = new Promise((resolve) => ws.once("open", resolve));
  ws.closed = new Promise((resolve) => ws.once("close", (code) => resolve(code)));
  ws.next = () => (messages.length ? Promise.resolve(messages.shift()) : new Promise((resolve) => waiting.push(resolve)));
  // The next message that is not a ping.
  ws.said = async () => {
    const message = await ws.next();
    return message === "2" ? ws.said() : message;
  };
  return ws;
}

export const upgrading = (path, sid) => socket(path, `EIO=4&transport=websocket&sid=${sid}`);
