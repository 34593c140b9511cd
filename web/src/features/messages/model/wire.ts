// What the streams `chat:{id}` and `chats:{user}` carry inside their frames.

import type { ChatDetail, ChatSummary, Message } from "@/api/types";

export interface ChatSnapshot {
  chat: ChatDetail;
  /** The newest, oldest first. */
  messages: Message[];
  has_before: boolean;
  online: number[];
}

export type ChatEvent =
  | { type: "message"; message: Message }
  | { type: "read"; user: number; up_to: number; at: string }
  | { type: "delivered"; user: number; up_to: number; at: string };

export type ChatSignal =
  | { type: "typing"; user: number; on: boolean }
  | { type: "presence"; user: number; online: boolean }
  /** Who has the chat open, told to a reader who resumes. */
  | { type: "online"; users: number[] };

export interface ChatsSnapshot {
  /** The newest 100, newest first. */
  chats: ChatSummary[];
  online: number[];
}

export type ChatsEvent =
  | { type: "chat"; chat: ChatSummary }
  | { type: "message"; chat: number; message: Message; unread: number }
  | { type: "unread"; chat: number; unread: number; read_seq: number }
  | { type: "removed"; chat: number };

export type ChatsSignal =
  | { type: "typing"; chat: number; user: number; on: boolean }
  | { type: "presence"; user: number; online: boolean }
  /** Which friends are online, told to a reader who resumes. */
  | { type: "online"; users: number[] };

/** A page of history, as REST answers it. */
export interface Page {
  messages: Message[];
  has_before: boolean;
  has_after: boolean;
}
