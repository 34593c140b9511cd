// socket.io 4 on Node with better-sqlite3: as socket-io.mjs, but each message is committed in a transaction of its own before
// it is acknowledged and shown. Same durability as Plaza: WAL with synchronous=FULL.
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Server } from "socket.io";
import { listen, rest, room } from "./rest.mjs";

const folder = process.env.PLAZA_DATA;
mkdirSync(folder, { recursive: true });
const db = new Database(join(folder, "peer.db"));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec(`CREATE TABLE chat (id TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE message (chat_id TEXT NOT NULL, seq INTEGER NOT NULL, client_id TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (chat_id, seq), UNIQUE (chat_id, client_id)) WITHOUT ROWID;`);
const known = db.prepare("SELECT seq FROM message WHERE chat_id = ? AND client_id = ?");
const next = db.prepare("INSERT INTO chat (id, seq) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1 RETURNING seq");
const insert = db.prepare("INSERT INTO message (chat_id, seq, client_id, text, at) VALUES (?, ?, ?, ?, ?)");
// Returns true if the message is new.
const keep = db.transaction((stream, id, text) => {
  if (known.get(stream, id)) return false;
  insert.run(stream, next.get(stream).seq, id, text, Date.now());
  return true;
});

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
    if (keep.immediate(stream, id, command.text)) io.to(stream).emit("event", room(stream).event(id, command.text));
    ack(room(stream).accepted());
  });
});

listen(server);
