// REST calls of loadtest and frames of a room, shared by all peers so that only the socket layer differs. Nothing is stored on
// disk.

const accounts = [];
const rooms = [];

class Room {
  constructor(id) {
    this.stream = `chat:${id}`;
    this.seq = 0;
  }

  // Frame of a new message, as Plaza sends it.
  event(id, text) {
    this.seq += 1;
    const message = {
      seq: this.seq, client_id: id, sender: 1, at: new Date().toISOString(), text, media: [], reply_to: null,
      mentions: [], forwarded: false, content: null, system: null, edited_at: null, deleted: false, reactions: [],
    };
    return { type: "event", stream: this.stream, epoch: "e", seq: this.seq, data: { type: "message", message } };
  }

  snapshot() {
    return { type: "snapshot", stream: this.stream, epoch: "e", seq: this.seq, reason: "join", data: { messages: [] } };
  }

  accepted() {
    return { ok: true, result: { seq: this.seq, at: new Date().toISOString(), repeat: false } };
  }
}

export const room = (stream) => rooms[Number(stream.slice("chat:".length)) - 1];

const answers = {
  "/api/v1/users/register/": ({ userName }) => {
    accounts.push(userName);
    const id = accounts.length;
    return { tokens: { accessToken: `t${id}`, refreshToken: "r" }, data: { user: { id, type: "regular", userName } } };
  },
  "/api/v1/chat/chats/direct/": () => createRoom(),
  "/api/v1/chat/groups/": () => createRoom(),
};

function createRoom() {
  rooms.push(new Room(rooms.length + 1));
  return { data: { id: rooms.length } };
}

export function rest(request, response) {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const answer = answers[request.url];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(answer ? JSON.stringify({ status: true, ...answer(JSON.parse(body)) }) : "{}");
  });
}

// Listens on PORT of the loopback interface.
export function listen(server) {
  server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
}
