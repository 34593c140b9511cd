// socket.io 4 on Node: WebSocket only, without compression, one adapter room per chat.
import { createServer } from "node:http";
import { Server } from "socket.io";
import { listen, rest, room } from "./rest.mjs";

const server = createServer(rest);
const io = new Server(server, { transports: ["websocket"], perMessageDeflate: false, serveClient: false });
server.on("connection", (socket) => socket.setNoDelay(true));

io.on("connection", (socket) => {
  socket.on("join", ({ stream }, ack) => {
    socket.join(stream);
    socket.emit("snapshot", room(stream).snapshot());
    ack({ ok: true, result: { epoch: "e", seq: room(stream).seq, mode: "snapshot" } });
  });
  socket.on("command", ({ stream, id, command }, ack) => {
    io.to(stream).emit("event", room(stream).event(id, command.text));
    ack(room(stream).accepted());
  });
});

listen(server);
