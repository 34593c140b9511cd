// Small builders for the tests of this folder.

import type { UserCard } from "@/api/types";
import type { ChatDetail, ChatSettings, ChatSummary, Member, Message } from "./wire";

export const alice = 1;
export const bruno = 2;
export const chloe = 3;

export function card(id: number): UserCard {
  const userName = ["", "alice", "bruno", "chloe"][id] ?? `user${id}`;
  return { id, type: "regular", userName, firstName: userName, lastName: "Test", picture: null };
}

export function message(seq: number, sender = bruno, more: Partial<Message> = {}): Message {
  return {
    seq,
    client_id: `C${seq}`,
    sender,
    agent: null,
    at: new Date(Date.UTC(2026, 10, 20, 12, 0, seq)).toISOString(),
    text: `text ${seq}`,
    media: [],
    reply_to: null,
    mentions: [],
    forwarded: false,
    content: null,
    system: null,
    edited_at: null,
    deleted: false,
    reactions: [],
    ...more,
  };
}

export function member(id: number, more: Partial<Member> = {}): Member {
  return {
    user: card(id),
    role: "member",
    read_seq: 0,
    shows_read: true,
    delivered_seq: 0,
    last_seen_at: null,
    request_from: null,
    ...more,
  };
}

const untouched: ChatSettings & { cleared_seq: number; can_write: boolean; request: null } = {
  muted_until: null,
  pinned_at: null,
  archived: false,
  draft: null,
  blocked: false,
  cleared_seq: 0,
  can_write: true,
  request: null,
};

export function detail(seq = 0, more: Partial<ChatDetail> = {}): ChatDetail {
  return {
    ...untouched,
    id: 5,
    kind: "direct",
    title: null,
    picture: null,
    epoch: "e",
    seq,
    unread: 0,
    read_seq: 0,
    mentioned: false,
    member_count: 2,
    members: [alice, bruno].map((id) => member(id)),
    former: [],
    ...more,
  };
}

export function summary(id: number, second: number, more: Partial<ChatSummary> = {}): ChatSummary {
  return {
    ...untouched,
    id,
    kind: "direct",
    title: null,
    picture: null,
    members: [card(bruno)],
    member_count: 2,
    last_message: message(second),
    unread: 0,
    mentioned: false,
    read_seq: 0,
    seq: second,
    updated_at: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString(),
    ...more,
  };
}
