// The list of chats: what each row shows, the pinned first, then in the order of the last message.

import { resync, type Topic, withPresence } from "@/live";
import { afterMessage } from "./request";
import { type Typing, withTyping } from "./typing";
import {
  type ChatSettings,
  type ChatSummary,
  type ChatsEvent,
  type ChatsSignal,
  type ChatsSnapshot,
  type Message,
  messageOf,
  summaryOf,
} from "./wire";

export interface ChatsState {
  /** In the order of the list, archived ones among them. */
  chats: readonly ChatSummary[];
  /** Archived chats that are not in `chats`: a snapshot only counts them, and pages bring them. */
  unlistedArchived: number;
  /** Requests to the viewer: chats of strangers that are not accepted, nor in `chats`. */
  requests: readonly ChatSummary[];
  /** Older chats that are not archived may exist, and are read by page. */
  mayHaveMore: boolean;
  online: ReadonlySet<number>;
  typing: Readonly<Record<number, Typing>>;
  /** Messages that the viewer deleted for themselves, on whatever device, since this page was loaded. */
  hidden: Readonly<Record<number, ReadonlySet<number>>>;
  /** Last cleared sequence by chat, on whatever device, since this page was loaded. A deleted chat has no row. */
  cleared: Readonly<Record<number, number>>;
}

/** As many as a snapshot holds. */
export const SNAPSHOT_SIZE = 100;

export const chatsTopic: Topic<ChatsState> = {
  snapshot(data, before) {
    const { chats, has_more, archived = 0, requests = [], online } = data as ChatsSnapshot;
    return {
      chats: inOrder(chats.map(summaryOf)),
      requests: inOrder(requests.map(summaryOf)),
      unlistedArchived: archived,
      // An earlier server does not tell. It has loaded a hundred chats, and counts one that was archived since.
      mayHaveMore: has_more ?? chats.length + archived >= SNAPSHOT_SIZE,
      online: new Set(online),
      typing: {},
      hidden: before?.hidden ?? {},
      cleared: before?.cleared ?? {},
    };
  },
  event(state, data) {
    const event = data as ChatsEvent;
    switch (event.type) {
      case "chat":
        return withChat(state, summaryOf(event.chat));
      case "removed":
        return {
          ...state,
          // The server tells only about chats of its list: one that is not shown here is archived.
          unlistedArchived: isKnown(state, event.chat)
            ? state.unlistedArchived
            : Math.max(0, state.unlistedArchived - 1),
          chats: without(state.chats, event.chat),
          requests: without(state.requests, event.chat),
        };
      case "unread": {
        const { unread, read_seq, mentioned } = event;
        return withRow(state, event.chat, (chat) => ({
          ...chat,
          unread,
          read_seq,
          mentioned: mentioned ?? (unread > 0 && chat.mentioned),
        }));
      }
      case "settings": {
        const { type: _, chat, ...settings } = event;
        return isKnown(state, chat) ? withSettings(state, chat, settings) : withUnlisted(state, settings);
      }
      case "cleared":
        return withRow(withCleared(state, event.chat, event.up_to), event.chat, (chat) => ({
          ...chat,
          cleared_seq: Math.max(chat.cleared_seq, event.up_to),
          last_message: chat.last_message && chat.last_message.seq > event.up_to ? chat.last_message : null,
          unread: 0,
          mentioned: false,
        }));
      case "hidden":
        return withHidden(state, event.chat, event.seqs);
      case "changed":
        return withRow(state, event.chat, (chat) => ({
          ...chat,
          unread: event.unread ?? chat.unread,
          mentioned: event.mentioned ?? chat.mentioned,
          last_message:
            chat.last_message?.seq === event.message.seq ? messageOf(event.message) : chat.last_message,
        }));
      case "message":
        return withMessage(state, event.chat, messageOf(event.message), event.unread, event.mentioned);
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
    const { chat, user, on, what } = signal;
    return {
      ...state,
      typing: { ...state.typing, [chat]: withTyping(state.typing[chat] ?? {}, user, on, now, what) },
    };
  },
};

function withMessage(
  state: ChatsState,
  id: number,
  message: Message,
  unread: number,
  mentioned: boolean | undefined,
): ChatsState | typeof resync {
  const chat = state.chats.find((one) => one.id === id);
  if (!chat) {
    // An archived chat stays where it is if it is muted. The event `chat` brings back any other.
    if (state.unlistedArchived > 0) return state;
    // A chat that was too old for the snapshot speaks again: only a snapshot knows its title and its people.
    return state.mayHaveMore ? resync : state;
  }
  const row = {
    ...chat,
    last_message: message,
    unread,
    seq: message.seq,
    updated_at: message.at,
    request: afterMessage(chat.request, message.sender),
    mentioned: mentioned ?? (unread > 0 && chat.mentioned),
  };
  const typing = {
    ...state.typing,
    [id]: withTyping(state.typing[id] ?? {}, message.sender, false, 0),
  };
  return { ...state, typing, chats: inOrder([row, ...without(state.chats, id)]) };
}

export function withSettings(state: ChatsState, id: number, settings: Partial<ChatSettings>): ChatsState {
  const next = withRow(state, id, (chat) => ({ ...chat, ...settings }));
  return "pinned_at" in settings ? { ...next, chats: inOrder(next.chats) } : next;
}

export function withHidden(state: ChatsState, chat: number, seqs: readonly number[]): ChatsState {
  const hidden = new Set([...(state.hidden[chat] ?? []), ...seqs]);
  return { ...state, hidden: { ...state.hidden, [chat]: hidden } };
}

function withCleared(state: ChatsState, chat: number, up_to: number): ChatsState {
  return { ...state, cleared: { ...state.cleared, [chat]: Math.max(state.cleared[chat] ?? 0, up_to) } };
}

/** Shows a message again that could not be hidden. */
export function withoutHidden(state: ChatsState, chat: number, seq: number): ChatsState {
  const hidden = new Set(state.hidden[chat]);
  hidden.delete(seq);
  return { ...state, hidden: { ...state.hidden, [chat]: hidden } };
}

/** Settings of a chat without a row here. Only a snapshot has the row of a chat that was taken out of the archive. */
function withUnlisted(state: ChatsState, { archived }: Partial<ChatSettings>): ChatsState | typeof resync {
  if (archived) return { ...state, unlistedArchived: Math.max(1, state.unlistedArchived) };
  return state.mayHaveMore || state.unlistedArchived > 0 ? resync : state;
}

/** A page of older chats that are not archived. */
export function withOlderChats(
  state: ChatsState,
  page: readonly ChatSummary[],
  mayHaveMore: boolean,
): ChatsState {
  return { ...withPage(state, page), mayHaveMore };
}

/** A page of archived chats. `total` counts all of them. */
export function withArchivedChats(
  state: ChatsState,
  page: readonly ChatSummary[],
  more: boolean,
  total: number,
): ChatsState {
  const next = withPage(state, page);
  return { ...next, unlistedArchived: more ? Math.max(0, total - archivedOf(next).length) : 0 };
}

/** A chat that is known already is fresher here than in the page. */
function withPage(state: ChatsState, page: readonly ChatSummary[]): ChatsState {
  return { ...state, chats: inOrder([...state.chats, ...page.filter(({ id }) => !isKnown(state, id))]) };
}

export const archivedOf = ({ chats }: ChatsState): ChatSummary[] => chats.filter(({ archived }) => archived);

/** Number of archived chats, with and without a row here. */
export const archivedTotal = (state: ChatsState): number => archivedOf(state).length + state.unlistedArchived;

const isKnown = ({ chats, requests }: ChatsState, id: number): boolean =>
  [...chats, ...requests].some((chat) => chat.id === id);

function without(chats: readonly ChatSummary[], id: number): ChatSummary[] {
  return chats.filter((chat) => chat.id !== id);
}

function withRow(state: ChatsState, id: number, change: (chat: ChatSummary) => ChatSummary): ChatsState {
  const changed = (chat: ChatSummary) => (chat.id === id ? change(chat) : chat);
  return { ...state, chats: state.chats.map(changed), requests: state.requests.map(changed) };
}

function withChat(state: ChatsState, chat: ChatSummary): ChatsState | typeof resync {
  const chats = without(state.chats, chat.id);
  const requests = without(state.requests, chat.id);
  if (isRequestToViewer(chat)) return { ...state, chats, requests: inOrder([chat, ...requests]) };
  const { unlistedArchived } = state;
  const isUncounted = unlistedArchived > 0 && !isKnown(state, chat.id);
  // It is new, or a message has taken it out of the archive: only a snapshot counts the others again.
  if (isUncounted && !chat.archived) return resync;
  return {
    ...state,
    unlistedArchived: isUncounted ? unlistedArchived - 1 : unlistedArchived,
    chats: inOrder([chat, ...chats]),
    requests,
  };
}

/** True if the viewer has not accepted the chat. A summary lists the other members. */
const isRequestToViewer = ({ request, members }: ChatSummary): boolean =>
  request !== null && !members.some(({ id }) => id === request.to);

/** Requests to show: none of people whom the viewer blocks. */
export const openRequests = (state: ChatsState | undefined): ChatSummary[] =>
  (state?.requests ?? []).filter(({ blocked }) => !blocked);

function inOrder(chats: readonly ChatSummary[]): ChatSummary[] {
  const pinned = ({ pinned_at }: ChatSummary) => (pinned_at ? Date.parse(pinned_at) : 0);
  return [...chats].sort(
    (a, b) => pinned(b) - pinned(a) || Date.parse(b.updated_at) - Date.parse(a.updated_at),
  );
}

export function isMuted(chat: Pick<ChatSettings, "muted_until">, now: number = Date.now()): boolean {
  return chat.muted_until !== null && Date.parse(chat.muted_until) > now;
}

/** Counts unread messages for the badge. Archived and muted chats count only if they mention the viewer. */
export function unreadTotal(chats: readonly ChatSummary[], now: number = Date.now()): number {
  return chats
    .filter((chat) => chat.mentioned || (!chat.archived && !isMuted(chat, now)))
    .reduce((total, chat) => total + chat.unread, 0);
}
