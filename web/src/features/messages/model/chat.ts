// One chat: an unbroken window of its history, its people with their marks, and who is there.

import type { ChatDetail, Member, Message } from "@/api/types";
import type { Topic } from "@/live";
import { type Typing, withPresence, withTyping } from "./live";
import type { ChatEvent, ChatSignal, ChatSnapshot, Page } from "./wire";

export interface ChatState {
  chat: ChatDetail;
  /** Oldest first and without a hole. */
  messages: readonly Message[];
  hasBefore: boolean;
  /** The window ends before the newest message: the reader jumped back. New messages then wait in `arrived`. */
  hasAfter: boolean;
  arrived: readonly Message[];
  online: ReadonlySet<number>;
  typing: Typing;
}

export const chatTopic: Topic<ChatState> = {
  snapshot(data, before) {
    const { chat, messages, has_before, online } = data as ChatSnapshot;
    const fresh: ChatState = {
      chat,
      messages,
      hasBefore: has_before,
      hasAfter: false,
      arrived: [],
      online: new Set(online),
      typing: {},
    };
    return before ? { ...fresh, ...keepWindow(before, fresh) } : fresh;
  },
  event(state, data) {
    const event = data as ChatEvent;
    switch (event.type) {
      case "message":
        return withMessage(state, event.message);
      case "read":
        return withMark(state, event.user, { read_seq: event.up_to, delivered_seq: event.up_to });
      case "delivered":
        return withMark(state, event.user, { delivered_seq: event.up_to });
      default:
        // A newer server may tell more than this page understands.
        return state;
    }
  },
  signal(state, data, now) {
    const signal = data as ChatSignal;
    if (signal.type === "typing")
      return { ...state, typing: withTyping(state.typing, signal.user, signal.on, now) };
    if (signal.type === "presence")
      return { ...state, online: withPresence(state.online, signal.user, signal.online) };
    if (signal.type === "online") return { ...state, online: new Set(signal.users) };
    return state;
  },
};

/** A snapshot that reaches back into the window extends it, so that a reader keeps their place; another replaces it. */
function keepWindow(before: ChatState, fresh: ChatState): Partial<ChatState> {
  const first = fresh.messages[0]?.seq;
  const last = before.messages.at(-1)?.seq;
  if (first === undefined || last === undefined || (last < first && !before.hasAfter)) return {};
  if (before.hasAfter) {
    return {
      messages: before.messages,
      hasBefore: before.hasBefore,
      hasAfter: true,
      arrived: fresh.messages,
    };
  }
  const older = before.messages.filter((message) => message.seq < first);
  return older.length > 0 ? { messages: [...older, ...fresh.messages], hasBefore: before.hasBefore } : {};
}

function withMessage(state: ChatState, message: Message): ChatState {
  const typing = withTyping(state.typing, message.sender, false, 0);
  const chat = { ...state.chat, seq: Math.max(state.chat.seq, message.seq) };
  if (state.hasAfter) return { ...state, chat, typing, arrived: joined(state.arrived, [message]) };
  return { ...state, chat, typing, messages: joined(state.messages, [message]) };
}

function withMark(
  state: ChatState,
  user: number,
  marks: Partial<Pick<Member, "read_seq" | "delivered_seq">>,
): ChatState {
  const members = state.chat.members.map((member) => {
    if (member.user.id !== user) return member;
    return {
      ...member,
      read_seq: Math.max(member.read_seq, marks.read_seq ?? 0),
      delivered_seq: Math.max(member.delivered_seq, marks.delivered_seq ?? 0),
    };
  });
  return { ...state, chat: { ...state.chat, members } };
}

export function withOlder(state: ChatState, page: Page): ChatState {
  return { ...state, messages: joined(page.messages, state.messages), hasBefore: page.has_before };
}

export function withNewer(state: ChatState, page: Page): ChatState {
  return reachEnd({ ...state, messages: joined(state.messages, page.messages) }, page);
}

/** Another window altogether: around the first unread message, or the newest. */
export function withWindow(state: ChatState, page: Page): ChatState {
  const arrived = state.hasAfter ? state.arrived : state.messages;
  return reachEnd({ ...state, messages: page.messages, hasBefore: page.has_before, arrived }, page);
}

/** At the newest message, what arrived meanwhile is joined to the window. */
function reachEnd(state: ChatState, page: Page): ChatState {
  if (page.has_after) return { ...state, hasAfter: true };
  const last = state.messages.at(-1)?.seq ?? 0;
  const rest = state.arrived.filter((message) => message.seq > last);
  return { ...state, hasAfter: false, arrived: [], messages: joined(state.messages, rest) };
}

/** One list in the order of the stream; a message that is in both is taken from the second. */
function joined(first: readonly Message[], second: readonly Message[]): readonly Message[] {
  const bySeq = new Map([...first, ...second].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export function memberOf(state: ChatState, user: number): Member | undefined {
  return state.chat.members.find((member) => member.user.id === user);
}
