// The list of chats: what each row shows, in the order of the last message.

import type { ChatSummary } from "@/api/types";
import { resync, type Topic } from "@/live";
import { type Typing, withPresence, withTyping } from "./live";
import type { ChatsEvent, ChatsSignal, ChatsSnapshot } from "./wire";

export interface ChatsState {
  /** Newest first. */
  chats: readonly ChatSummary[];
  /** Older chats than these may exist, and are read by page. */
  mayHaveMore: boolean;
  online: ReadonlySet<number>;
  typing: Readonly<Record<number, Typing>>;
}

/** As many as a snapshot holds. */
export const snapshotHolds = 100;

export const chatsTopic: Topic<ChatsState> = {
  snapshot(data) {
    const { chats, online } = data as ChatsSnapshot;
    return { chats, mayHaveMore: chats.length >= snapshotHolds, online: new Set(online), typing: {} };
  },
  event(state, data) {
    const event = data as ChatsEvent;
    switch (event.type) {
      case "chat":
        return { ...state, chats: inOrder([event.chat, ...without(state.chats, event.chat.id)]) };
      case "removed":
        return { ...state, chats: without(state.chats, event.chat) };
      case "unread": {
        const { unread, read_seq } = event;
        return {
          ...state,
          chats: changed(state.chats, event.chat, (chat) => ({ ...chat, unread, read_seq })),
        };
      }
      case "message": {
        const { message, unread } = event;
        const chat = state.chats.find(({ id }) => id === event.chat);
        // A chat that was too old for the snapshot speaks again: only a snapshot knows its title and its people.
        if (!chat) return state.mayHaveMore ? resync : state;
        const row = { ...chat, last_message: message, unread, seq: message.seq, updated_at: message.at };
        const typing = {
          ...state.typing,
          [chat.id]: withTyping(state.typing[chat.id] ?? {}, message.sender, false, 0),
        };
        return { ...state, typing, chats: [row, ...without(state.chats, chat.id)] };
      }
      default:
        return state;
    }
  },
  signal(state, data, now) {
    const signal = data as ChatsSignal;
    if (signal.type === "presence")
      return { ...state, online: withPresence(state.online, signal.user, signal.online) };
    if (signal.type === "online") return { ...state, online: new Set(signal.users) };
    if (signal.type !== "typing") return state;
    const { chat, user, on } = signal;
    return {
      ...state,
      typing: { ...state.typing, [chat]: withTyping(state.typing[chat] ?? {}, user, on, now) },
    };
  },
};

/** An older page of the list. A chat that is known already is fresher here than in the page. */
export function withOlderChats(
  state: ChatsState,
  page: readonly ChatSummary[],
  mayHaveMore: boolean,
): ChatsState {
  const known = new Set(state.chats.map(({ id }) => id));
  return {
    ...state,
    mayHaveMore,
    chats: inOrder([...state.chats, ...page.filter(({ id }) => !known.has(id))]),
  };
}

function without(chats: readonly ChatSummary[], id: number): ChatSummary[] {
  return chats.filter((chat) => chat.id !== id);
}

function changed(chats: readonly ChatSummary[], id: number, change: (chat: ChatSummary) => ChatSummary) {
  return chats.map((chat) => (chat.id === id ? change(chat) : chat));
}

function inOrder(chats: readonly ChatSummary[]): ChatSummary[] {
  return [...chats].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
}

export function unreadTotal(chats: readonly ChatSummary[]): number {
  return chats.reduce((total, chat) => total + chat.unread, 0);
}
