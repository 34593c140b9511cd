// Small builders for the tests of this folder.

import type { ChatDetail, ChatSummary, Message, UserCard } from "@/api/types";

export const alice = 1;
export const bruno = 2;

export function card(id: number): UserCard {
  const userName = ["", "alice", "bruno", "chloe"][id] ?? `user${id}`;
  return { id, type: "regular", userName, firstName: userName, lastName: "Test", picture: null };
}

export function message(seq: number, sender = bruno, more: Partial<Message> = {}): Message {
  return {
    seq,
    client_id: `C${seq}`,
    sender,
    at: new Date(Date.UTC(2026, 10, 20, 12, 0, seq)).toISOString(),
    text: `text ${seq}`,
    media: [],
    reply_to: null,
    edited_at: null,
    deleted: false,
    ...more,
  };
}

export function detail(seq = 0): ChatDetail {
  return {
    id: 5,
    kind: "direct",
    title: null,
    picture: null,
    epoch: "e",
    seq,
    unread: 0,
    read_seq: 0,
    members: [alice, bruno].map((id) => ({ user: card(id), role: "member", read_seq: 0, delivered_seq: 0 })),
  };
}

export function summary(id: number, second: number, more: Partial<ChatSummary> = {}): ChatSummary {
  return {
    id,
    kind: "direct",
    title: null,
    picture: null,
    members: [card(bruno)],
    member_count: 2,
    last_message: message(second),
    unread: 0,
    read_seq: 0,
    seq: second,
    updated_at: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString(),
    ...more,
  };
}
