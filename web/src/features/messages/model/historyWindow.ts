// The window of a chat's history that is loaded: unbroken, oldest first, and what arrived after a window that ends in the past.

import type { ChatState } from "./chat";
import type { HistoryPage, Message } from "./wire";

type People = HistoryPage["people"];

/** With people who were not known before. */
export function withPeople(state: ChatState, people: People): ChatState {
  if (!people?.length) return state;
  return {
    ...state,
    knownPeople: new Map([...state.knownPeople, ...people.map((user) => [user.id, user] as const)]),
  };
}

/** A window holds this many and a page: a reader may walk through a hundred thousand, and the far end is fetched again. */
export const WINDOW_SIZE = 1_200;
/**
 * On the way down it holds more. Where rows have gone above, the list holds on to its end until the reader rests, and each row
 * below that turns out higher than it was thought would move those in view.
 */
export const MAX_WINDOW_SIZE = 5 * WINDOW_SIZE;
/** At the end not every message that arrives lets another one go. */
const WINDOW_SLACK = 100;

/**
 * Before a page comes, what lies farthest from where it will stand goes. Never both in one step: the list would see as many
 * rows as before, and could not tell that those in view have moved.
 */
export function withRoomFor(state: ChatState, end: "older" | "newer"): ChatState {
  const { messages } = state;
  if (end === "newer") return messages.length > MAX_WINDOW_SIZE ? withNewest(state) : state;
  if (messages.length <= WINDOW_SIZE) return state;
  return { ...state, messages: messages.slice(0, WINDOW_SIZE), hasAfter: true };
}

/** Without what lies far above a reader who is at the newest message, where nothing lies below that could move. */
export function withoutFarAbove(state: ChatState): ChatState {
  return !state.hasAfter && state.messages.length > WINDOW_SIZE + WINDOW_SLACK ? withNewest(state) : state;
}

const withNewest = (state: ChatState): ChatState => ({
  ...state,
  messages: state.messages.slice(-WINDOW_SIZE),
  hasBefore: true,
});

export function withOlder(state: ChatState, page: HistoryPage): ChatState {
  const messages = joined(page.messages, state.messages);
  return { ...withPeople(state, page.people), messages, hasBefore: page.has_before };
}

export function withNewer(state: ChatState, page: HistoryPage): ChatState {
  return reachEnd(
    { ...withPeople(state, page.people), messages: joined(state.messages, page.messages) },
    page,
  );
}

/** Another window altogether: around a message, or the newest. */
export function withWindow(state: ChatState, page: HistoryPage): ChatState {
  const arrived = state.hasAfter ? state.arrived : state.messages;
  return reachEnd(
    { ...withPeople(state, page.people), messages: page.messages, hasBefore: page.has_before, arrived },
    page,
  );
}

/** At the newest message, what arrived meanwhile is joined to the window. */
function reachEnd(state: ChatState, page: HistoryPage): ChatState {
  if (page.has_after) return { ...state, hasAfter: true };
  const last = state.messages.at(-1)?.seq ?? 0;
  const rest = state.arrived.filter((message) => message.seq > last);
  return { ...state, hasAfter: false, arrived: [], messages: joined(state.messages, rest) };
}

/** A snapshot that reaches back into the window extends it, so that a reader keeps their place; another replaces it. */
export function mergeWindow(before: ChatState, fresh: ChatState): Partial<ChatState> {
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

/** One list in the order of the stream; a message that is in both is taken from the second. */
export function joined(first: readonly Message[], second: readonly Message[]): readonly Message[] {
  // Nearly always one goes on where the other ends.
  const end = first.at(-1)?.seq;
  const start = second[0]?.seq;
  if (end === undefined || start === undefined || end < start) return [...first, ...second];
  const bySeq = new Map([...first, ...second].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The same list with one message as it is now; the same array when it is not in it. */
export function replaced(messages: readonly Message[], message: Message): readonly Message[] {
  const at = messages.findIndex(({ seq }) => seq === message.seq);
  return at < 0 ? messages : messages.with(at, message);
}

/** Without what the viewer deleted for themselves, and what stood before they cleared the chat. */
export function withoutHidden(state: ChatState, hidden: ReadonlySet<number>, cleared: number): ChatState {
  const gone = ({ seq }: Message) => seq <= cleared || hidden.has(seq);
  if (!state.messages.some(gone) && !state.arrived.some(gone)) return state;
  return {
    ...state,
    messages: state.messages.filter((message) => !gone(message)),
    arrived: state.arrived.filter((message) => !gone(message)),
    hasBefore: state.hasBefore && (state.messages[0]?.seq ?? 0) > cleared,
  };
}
