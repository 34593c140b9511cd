// Payloads of the streams `chat:{id}` and `chats:{user}`.

import type { DeepRequired, RequiredFields } from "@/api/deepRequired";
import type * as api from "@/api/types";

/** A message as it is sent: beside its text, what is empty is left out. */
export type SentMessage = api.Message;

export type Media = DeepRequired<api.Media>;
export type MediaKind = Media["kind"];
export type Message = RequiredFields<Omit<SentMessage, "system">> & { system: SystemNote | null };
export type Reaction = Message["reactions"][number];
/** Something of the product that was shared: a profile, a reel, a product. */
export type Content = NonNullable<Message["content"]>;
export type SystemNote = NonNullable<api.Message["system"]>;
export type Member = DeepRequired<Omit<api.Member, "user">> & Pick<api.Member, "user">;
export type Role = Member["role"];
export type Draft = NonNullable<ChatSummary["draft"]>;
export type SentSummary = DeepRequired<Omit<api.ChatSummary, "members" | "last_message">> & {
  members: api.UserCard[];
  last_message: SentMessage | null;
};
export type ChatSummary = Omit<SentSummary, "last_message"> & { last_message: Message | null };
export type ChatDetail = DeepRequired<Omit<api.ChatDetail, "members" | "former" | "agents">> & {
  members: Member[];
  former: api.UserCard[];
  /** Employees who wrote or may write for the company. Only its team is told. */
  agents?: api.UserCard[];
};
/** Settings of a chat that belong to one member. */
export type ChatSettings = Pick<ChatSummary, "muted_until" | "pinned_at" | "archived" | "draft" | "blocked">;

export interface ChatSnapshot {
  chat: ChatDetail;
  /** The newest, oldest first. */
  messages: SentMessage[];
  has_before: boolean;
  online: number[];
}

export interface DetailsEvent {
  type: "details";
  message: SentMessage | null;
  title: string | null;
  picture: string | null;
  member_count: number;
  joined: Member[];
  left: number[];
  roles: { user: number; role: Role }[];
  former: api.UserCard[];
}

/** Cards of the people in an event or a page of a large group, which has no full member list. */
interface Introducing {
  people?: api.UserCard[];
}

export type ChatEvent =
  | ({ type: "message"; message: SentMessage } & Introducing)
  /** Edited, deleted, reacted: the whole message as it is now. */
  | ({ type: "changed"; message: SentMessage } & Introducing)
  | (DetailsEvent & Introducing)
  | { type: "read"; user: number; up_to: number; at: string }
  | { type: "delivered"; user: number; up_to: number; at: string }
  /** The recipient of a request has accepted it, and has read up to here; 0 if that is not shared. */
  | { type: "accepted"; up_to: number };

export type TypingKind = "text" | "voice";

export type ChatSignal =
  | { type: "typing"; user: number; on: boolean; what?: TypingKind }
  | { type: "presence"; user: number; online: boolean }
  /** A user went offline on all devices. */
  | { type: "seen"; user: number; at: string }
  /** Told to a reader who resumes: who has the chat open, and what they have hidden or cleared meanwhile, on another device. */
  | { type: "online"; users: number[]; hidden?: number[]; cleared_seq?: number }
  /** In a large group only how many are there. */
  | { type: "here"; count: number };

export interface ChatsSnapshot {
  /** The newest 100 that are not archived, newest first. */
  chats: SentSummary[];
  /** Older chats that are not archived exist. */
  has_more?: boolean;
  /** Number of archived chats. */
  archived?: number;
  /** Requests to the viewer, newest first. */
  requests?: SentSummary[];
  online: number[];
}

export type ChatsEvent =
  | { type: "chat"; chat: SentSummary }
  | { type: "message"; chat: number; message: SentMessage; unread: number; mentioned?: boolean }
  | { type: "unread"; chat: number; unread: number; read_seq: number; mentioned?: boolean }
  | ({ type: "settings"; chat: number } & Partial<ChatSettings & { can_write: boolean }>)
  | { type: "cleared"; chat: number; up_to: number }
  | { type: "hidden"; chat: number; seqs: number[] }
  | { type: "changed"; chat: number; message: SentMessage; unread?: number; mentioned?: boolean }
  | { type: "removed"; chat: number };

export type ChatsSignal =
  | { type: "typing"; chat: number; user: number; on: boolean; what?: TypingKind }
  | { type: "presence"; user: number; online: boolean }
  /** Online friends, sent after a resume. */
  | { type: "online"; users: number[] };

/** A page of history. */
export interface HistoryPage extends Introducing {
  messages: Message[];
  has_before: boolean;
  has_after: boolean;
}

const nothing = {
  agent: null,
  media: [],
  reply_to: null,
  mentions: [],
  forwarded: false,
  content: null,
  system: null,
  edited_at: null,
  deleted: false,
  reactions: [],
} satisfies Partial<Message>;

/** The message with everything in it. */
export const messageOf = (sent: SentMessage) => ({ ...nothing, ...sent }) as Message;

export const summaryOf = (sent: SentSummary): ChatSummary => ({
  ...sent,
  last_message: sent.last_message && messageOf(sent.last_message),
});
