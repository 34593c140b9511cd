// One chat: an unbroken window of its history, its people with their marks, and who is there.

import type { UserCard } from "@/api/types";
import { type Topic, withPresence } from "@/live";
import { joined, mergeWindow, replaced, withoutHidden, withPeople } from "./historyWindow";
import { afterAcceptance, afterMessage } from "./request";
import { type Typing, withTyping } from "./typing";
import {
  type ChatDetail,
  type ChatEvent,
  type ChatSignal,
  type ChatSnapshot,
  type DetailsEvent,
  type Member,
  type Message,
  messageOf,
} from "./wire";

export interface ChatState {
  chat: ChatDetail;
  /** Oldest first and without a hole. */
  messages: readonly Message[];
  hasBefore: boolean;
  /** The window ends before the newest message: the reader jumped back. New messages then wait in `arrived`. */
  hasAfter: boolean;
  arrived: readonly Message[];
  online: ReadonlySet<number>;
  /** Number of online members, in a group too large for a list. */
  here: number | undefined;
  typing: Typing;
  /** People of a large group outside its member list. */
  knownPeople: ReadonlyMap<number, UserCard>;
}

export const chatTopic: Topic<ChatState> = {
  snapshot(data, before) {
    const { chat, messages, has_before, online } = data as ChatSnapshot;
    const fresh: ChatState = {
      chat,
      messages: messages.map(messageOf),
      hasBefore: has_before,
      hasAfter: false,
      arrived: [],
      online: new Set(online),
      here: undefined,
      typing: {},
      knownPeople: before?.knownPeople ?? new Map(),
    };
    return before ? { ...fresh, ...mergeWindow(before, fresh) } : fresh;
  },
  event(state, data) {
    const event = data as ChatEvent;
    switch (event.type) {
      case "message":
        return withMessage(withPeople(state, event.people), messageOf(event.message));
      case "changed":
        return withChanged(withPeople(state, event.people), messageOf(event.message));
      case "details":
        return withDetails(withPeople(state, event.people), event);
      case "read":
        return withReceipt(state, event.user, {
          read_seq: event.up_to,
          delivered_seq: event.up_to,
          shows_read: true,
        });
      case "delivered":
        return withReceipt(state, event.user, { delivered_seq: event.up_to });
      case "accepted":
        return withAccepted(state, event.up_to);
      default:
        // A newer server may tell more than this page understands.
        return state;
    }
  },
  signal(state, data, now) {
    const signal = data as ChatSignal;
    switch (signal.type) {
      case "typing":
        return { ...state, typing: withTyping(state.typing, signal.user, signal.on, now, signal.what) };
      case "seen":
        return withMember(state, signal.user, (member) => ({ ...member, last_seen_at: signal.at }));
      case "presence":
        return {
          ...withSeen(state, signal, now),
          online: withPresence(state.online, signal.user, signal.online),
        };
      case "online":
        return {
          ...withoutHidden(state, new Set(signal.hidden), signal.cleared_seq ?? 0),
          online: new Set(signal.users),
        };
      case "here":
        return { ...state, here: signal.count };
      default:
        return state;
    }
  },
};

/** Sets the last-seen time when a user goes offline, if it is visible. */
function withSeen(
  state: ChatState,
  { user, online }: { user: number; online: boolean },
  now: number,
): ChatState {
  const member = memberOf(state, user);
  if (online || !member?.last_seen_at || !state.online.has(user)) return state;
  return withMember(state, user, (one) => ({ ...one, last_seen_at: new Date(now).toISOString() }));
}

function withMessage(state: ChatState, message: Message): ChatState {
  const typing = withTyping(state.typing, message.sender, false, 0);
  const chat = {
    ...state.chat,
    seq: Math.max(state.chat.seq, message.seq),
    request: afterMessage(state.chat.request, message.sender),
  };
  if (state.hasAfter) return { ...state, chat, typing, arrived: joined(state.arrived, [message]) };
  return { ...state, chat, typing, messages: joined(state.messages, [message]) };
}

function withAccepted(state: ChatState, up_to: number): ChatState {
  const { request } = state.chat;
  if (!request) return state;
  // 0 from a member who keeps read marks.
  const shown = up_to > 0 ? { shows_read: true } : {};
  const marked = withReceipt(state, request.to, { read_seq: up_to, delivered_seq: up_to, ...shown });
  return { ...marked, chat: { ...marked.chat, request: null } };
}

export function withChanged(state: ChatState, message: Message): ChatState {
  return {
    ...state,
    messages: replaced(state.messages, message),
    arrived: replaced(state.arrived, message),
  };
}

function withDetails(state: ChatState, event: DetailsEvent): ChatState {
  const { title, picture, member_count, joined: added, left, roles, former } = event;
  const gone = new Set([...left, ...added.map(({ user }) => user.id)]);
  const roleOf = new Map(roles.map(({ user, role }) => [user, role]));
  const arrived = added.map((member) => withKnownMarks(member, memberOf(state, member.user.id)));
  const members = [...state.chat.members.filter(({ user }) => !gone.has(user.id)), ...arrived].map(
    (member) => ({
      ...member,
      role: roleOf.get(member.user.id) ?? member.role,
    }),
  );
  const here = new Set(members.map(({ user }) => user.id));
  const known = new Map([...state.chat.former, ...former].map((user) => [user.id, user]));
  const chat: ChatDetail = {
    ...state.chat,
    title,
    picture,
    member_count,
    members,
    former: [...known.values()].filter(({ id }) => !here.has(id)),
    request: afterAcceptance(state.chat.request, added),
  };
  const next = { ...state, chat };
  return event.message ? withMessage(next, messageOf(event.message)) : next;
}

/** A member whose role has changed is told without marks when the stream resumes. */
function withKnownMarks(member: Member, known: Member | undefined): Member {
  if (!known) return member;
  return {
    ...member,
    read_seq: Math.max(member.read_seq, known.read_seq),
    shows_read: member.shows_read || known.shows_read,
    delivered_seq: Math.max(member.delivered_seq, known.delivered_seq),
    last_seen_at: member.last_seen_at ?? known.last_seen_at,
  };
}

function withReceipt(
  state: ChatState,
  user: number,
  marks: Partial<Pick<Member, "read_seq" | "delivered_seq" | "shows_read">>,
): ChatState {
  return withMember(state, user, (member) => ({
    ...member,
    read_seq: Math.max(member.read_seq, marks.read_seq ?? 0),
    delivered_seq: Math.max(member.delivered_seq, marks.delivered_seq ?? 0),
    shows_read: marks.shows_read ?? member.shows_read,
  }));
}

function withMember(state: ChatState, user: number, change: (member: Member) => Member): ChatState {
  const members = state.chat.members.map((member) => (member.user.id === user ? change(member) : member));
  return { ...state, chat: { ...state.chat, members } };
}

/** Present and former members of a chat, as messages need them. */
export type Participants = Pick<ChatState, "chat" | "knownPeople">;

export function memberOf(state: Participants, user: number): Member | undefined {
  return state.chat.members.find((member) => member.user.id === user);
}

/** Returns the author of a message: a member, or a former member. */
export function personOf({ chat, knownPeople }: Participants, user: number): UserCard | undefined {
  return (
    chat.members.find((member) => member.user.id === user)?.user ??
    chat.former.find(({ id }) => id === user) ??
    knownPeople.get(user)
  );
}

/** Returns the employee who wrote for the company. Only its team is told. */
export const agentOf = ({ chat }: Participants, agent: number): UserCard | undefined =>
  chat.agents?.find(({ id }) => id === agent);

export function messageAt(state: ChatState, seq: number): Message | undefined {
  return bySeq(state.messages, seq) ?? bySeq(state.arrived, seq);
}

/** By halves: a window holds a thousand. */
export function bySeq(messages: readonly Message[], seq: number): Message | undefined {
  let [from, to] = [0, messages.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((messages[middle]?.seq ?? 0) < seq) from = middle + 1;
    else to = middle;
  }
  return messages[from]?.seq === seq ? messages[from] : undefined;
}
