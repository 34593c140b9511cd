import { type ChatsState, isMuted } from "./chats";
import type { ChatSummary } from "./wire";

/** A message that came while the viewer looked elsewhere. */
export interface Arrival {
  chat: number;
  seq: number;
}

const timeOf = ({ last_message }: ChatSummary): number => (last_message ? Date.parse(last_message.at) : 0);

/**
 * Returns the chats with a message that came since `before` and deserves a notice. Muted and archived chats and blocked people stay
 * quiet, as in the server's push; message requests are not among the chats.
 */
export function newsOf(
  before: readonly ChatSummary[],
  { chats }: Pick<ChatsState, "chats">,
  me: number,
  now: number,
): ChatSummary[] {
  const known = new Map(before.map(({ id, last_message }) => [id, last_message?.seq ?? 0]));
  const newest = Math.max(0, ...before.map(timeOf));
  const blocked = new Set(
    chats
      .filter((chat) => chat.blocked && chat.kind === "direct")
      .flatMap(({ members }) => members.map(({ id }) => id)),
  );
  const isNew = (chat: ChatSummary, seq: number) => {
    const last = known.get(chat.id);
    // An older page of the list brings chats that are not new.
    return last === undefined ? timeOf(chat) > newest : seq > last;
  };
  return chats.filter((chat) => {
    const { last_message: message, unread, archived } = chat;
    if (!message || unread === 0 || message.system || message.deleted || message.sender === me) return false;
    if (archived || chat.blocked || isMuted(chat, now) || blocked.has(message.sender)) return false;
    return isNew(chat, message.seq);
  });
}

/** Returns the newest message that came since `before` and deserves a preview. */
export function arrivalOf(...news: Parameters<typeof newsOf>): Arrival | undefined {
  const [first, ...rest] = newsOf(...news);
  if (!first) return undefined;
  const { id, last_message } = rest.reduce(
    (latest, chat) => (timeOf(chat) > timeOf(latest) ? chat : latest),
    first,
  );
  return { chat: id, seq: last_message?.seq ?? 0 };
}

/** Returns the chat of an arrival, as it is now. None once it was read, deleted, muted or removed. */
export function chatOfArrival(
  chats: readonly ChatSummary[],
  { chat, seq }: Arrival,
  now: number,
): ChatSummary | undefined {
  const found = chats.find(({ id }) => id === chat);
  const message = found?.last_message;
  if (!found || !message || message.seq < seq || message.deleted) return undefined;
  return found.unread === 0 || found.archived || found.blocked || isMuted(found, now) ? undefined : found;
}
