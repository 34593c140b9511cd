// ws on Node: plain WebSockets, without compression; each message is encoded once and sent to each reader.
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { listen, rest, room } from "./rest.mjs";

const server = createServer(rest);
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
const readers = new Map();

sockets.on("connection", (socket, request) => {
  request.socket.setNoDelay(true);
  const stream = `chat:${request.url.split("/")[4]}`;
  if (!readers.has(stream)) readers.set(stream, new Set());
  readers.get(stream).add(socket);
  socket.on("close", () => readers.get(stream).delete(socket));
  socket.send(JSON.stringify(room(stream).snapshot()));
  socket.on("message", (data) => {
    const { id, command } = JSON.parse(data);
    const frame = Buffer.from(JSON.stringify(room(stream).event(id, command.text)));
    for (const reader of readers.get(stream)) reader.send(frame, { binary: false });
    socket.send(JSON.stringify({ type: "ack", id, ...room(stream).accepted() }));
  });
});

listen(server);
