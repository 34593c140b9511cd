import { expect } from "@playwright/test";
import { io } from "socket.io-client";
import { ulid } from "../../src/live/ulid";
import type { TestUser } from "./auth";

// Many messages at once, without a screen.

/** A socket may send this many at once before the server asks it to slow down. */
const burst = 350;
/** On their way together; a room's queue has an end. */
const together = 50;

/** The chat of two people. */
export async function chatOf(one: TestUser, other: TestUser): Promise<number> {
  const answer = await fetch(new URL("/api/v1/chat/chats/direct/", process.env.PLAZA_URL), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${one.token}` },
    body: JSON.stringify({ user_id: other.id }),
  });
  expect(answer.ok).toBe(true);
  const { data } = (await answer.json()) as { data: { id: number } };
  return data.id;
}

/** Writes the texts in their order, the people taking turns; ends when each of them is kept. */
export async function writeAll(chat: number, people: TestUser[], texts: string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += burst) {
    const writer = people[(from / burst) % people.length];
    // Each socket has its own allowance.
    if (writer) await write(chat, writer, texts.slice(from, from + burst));
  }
}

async function write(chat: number, { token }: TestUser, texts: string[]): Promise<void> {
  const stream = `chat:${chat}`;
  const socket = io(process.env.PLAZA_URL, { auth: { token }, transports: ["websocket"], forceNew: true });
  try {
    expect(await socket.emitWithAck("join", { stream })).toMatchObject({ ok: true });
    for (let from = 0; from < texts.length; from += together) {
      const acks = texts.slice(from, from + together).map((text) =>
        socket.emitWithAck("command", {
          stream,
          id: ulid(),
          command: { type: "send", text, media: [], reply_to: null },
        }),
      );
      for (const ack of await Promise.all(acks)) expect(ack).toMatchObject({ ok: true });
    }
  } finally {
    socket.disconnect();
  }
}
