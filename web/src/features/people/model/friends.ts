// The stream `friends:{user}`: friends, who of them is there, and the requests that wait on both sides.

import type { components } from "@/api/schema";
import type { UserCard } from "@/api/types";
import { type Topic, withPresence } from "@/live";

export type Standing = components["schemas"]["FriendStatus"];

export interface Asking {
  user: UserCard;
  at: string;
}

export interface FriendsState {
  friends: readonly UserCard[];
  /** For the viewer to answer, the newest first. */
  incoming: readonly Asking[];
  /** That the viewer has sent, the newest first. */
  outgoing: readonly Asking[];
  online: ReadonlySet<number>;
  /** Friends who left while this page looked on, and when, in Unix milliseconds. */
  left: Readonly<Record<number, number>>;
}

/** As many as a snapshot holds. */
export const MAX_FRIENDS = 1_000;
export const MAX_REQUESTS = 200;

export type FriendsEvent =
  | { type: "request"; user: UserCard; at: string; direction: "in" | "out" }
  | { type: "request_gone"; user: number }
  | { type: "friend"; user: UserCard }
  | { type: "unfriended"; user: number };

export type FriendsSignal =
  | { type: "presence"; user: number; online: boolean }
  /** Online friends, sent after a resume. */
  | { type: "online"; users: number[] };

export const friendsTopic: Topic<FriendsState> = {
  snapshot(data, before) {
    const { friends, incoming, outgoing, online } = data as Record<"friends", UserCard[]> &
      Record<"incoming" | "outgoing", Asking[]> &
      Record<"online", number[]>;
    return { friends, incoming, outgoing, online: new Set(online), left: before?.left ?? {} };
  },
  event(state, data) {
    const event = data as FriendsEvent;
    switch (event.type) {
      case "request":
        return withRequest(state, event.user, event.at, event.direction === "in" ? "incoming" : "outgoing");
      case "request_gone":
        return withoutRequests(state, event.user);
      case "friend":
        return withFriend(state, event.user);
      case "unfriended":
        return {
          ...state,
          friends: state.friends.filter(({ id }) => id !== event.user),
          online: withPresence(state.online, event.user, false),
        };
      default:
        return state;
    }
  },
  signal(state, data, now) {
    const signal = data as FriendsSignal;
    if (signal.type === "online") return { ...state, online: new Set(signal.users) };
    if (signal.type !== "presence") return state;
    const { user, online } = signal;
    const left = online ? state.left : { ...state.left, [user]: now };
    return { ...state, online: withPresence(state.online, user, online), left };
  },
};

function withRequest(
  state: FriendsState,
  user: UserCard,
  at: string,
  side: "incoming" | "outgoing",
): FriendsState {
  const others = state[side].filter((one) => one.user.id !== user.id);
  return { ...state, [side]: [{ user, at }, ...others] };
}

function withoutRequests(state: FriendsState, id: number): FriendsState {
  const others = ({ user }: Asking) => user.id !== id;
  return { ...state, incoming: state.incoming.filter(others), outgoing: state.outgoing.filter(others) };
}

function withFriend(state: FriendsState, user: UserCard): FriendsState {
  const friends = [user, ...state.friends.filter(({ id }) => id !== user.id)];
  return { ...withoutRequests(state, user.id), friends };
}

/** Nothing is left between the two. */
function withoutFriend(state: FriendsState, id: number): FriendsState {
  return { ...withoutRequests(state, id), friends: state.friends.filter((friend) => friend.id !== id) };
}

/** Actions of the viewer on a person. */
export type FriendAction = "ask" | "accept" | "refuse" | "takeBack" | "unfriend";

/** Applies an action optimistically, before the server confirms it. */
export function withAction(state: FriendsState, act: FriendAction, user: UserCard, at: string): FriendsState {
  switch (act) {
    case "ask": {
      // Two who ask each other are friends at once.
      const asked = state.incoming.some((one) => one.user.id === user.id);
      return asked ? withFriend(state, user) : withRequest(state, user, at, "outgoing");
    }
    case "accept":
      return withFriend(state, user);
    default:
      return withoutFriend(state, user.id);
  }
}

/** Restores the earlier relation to one person. Other changes since then stay. */
export function withoutAction(now: FriendsState, before: FriendsState, id: number): FriendsState {
  const state = withoutFriend(now, id);
  const back = <T>(list: readonly T[], was: readonly T[], idOf: (one: T) => number): readonly T[] => {
    const at = was.findIndex((one) => idOf(one) === id);
    const one = was[at];
    return one === undefined ? list : [...list.slice(0, at), one, ...list.slice(at)];
  };
  const asking = ({ user }: Asking) => user.id;
  return {
    ...state,
    friends: back(state.friends, before.friends, (friend) => friend.id),
    incoming: back(state.incoming, before.incoming, asking),
    outgoing: back(state.outgoing, before.outgoing, asking),
  };
}

/** Returns the relation to a person. The stream is newer than a fetched list. */
export function standingOf(
  state: FriendsState | undefined,
  person: { id: number; relation: Standing },
): Standing {
  const { id, relation } = person;
  if (!state || relation === "self") return relation;
  if (state.friends.some((friend) => friend.id === id)) return "friends";
  if (state.incoming.some(({ user }) => user.id === id)) return "asks_you";
  if (state.outgoing.some(({ user }) => user.id === id)) return "requested";
  // One past those that the stream holds is known by the list alone.
  const beyond = {
    friends: state.friends.length >= MAX_FRIENDS,
    asks_you: state.incoming.length >= MAX_REQUESTS,
    requested: state.outgoing.length >= MAX_REQUESTS,
    none: true,
    blocked: true,
  }[relation];
  return beyond ? relation : "none";
}

export interface NewRequest {
  kind: "request" | "accepted";
  user: UserCard;
}

/** Returns changes by others between two states: new requests, and answers to the viewer's requests. */
export function newRequests(before: FriendsState, now: FriendsState): NewRequest[] {
  const known = new Set(before.incoming.map(({ user }) => user.id));
  const waiting = new Set(before.outgoing.map(({ user }) => user.id));
  const friends = new Set(before.friends.map(({ id }) => id));
  return [
    ...now.incoming
      .filter(({ user }) => !known.has(user.id))
      .map(({ user }) => ({ kind: "request", user }) as const),
    ...now.friends
      .filter(({ id }) => waiting.has(id) && !friends.has(id))
      .map((user) => ({ kind: "accepted", user }) as const),
  ];
}

/** Received requests as the viewer sees them: one that was accepted keeps its place in the list `before`. */
export function withAccepted(
  before: readonly Asking[],
  { incoming, friends }: FriendsState,
): readonly Asking[] {
  const known = new Set(before.map(({ user }) => user.id));
  const shown = new Set([...incoming.map(({ user }) => user.id), ...friends.map(({ id }) => id)]);
  return [
    ...incoming.filter(({ user }) => !known.has(user.id)),
    ...before.filter(({ user }) => shown.has(user.id)),
  ];
}

/** Returns the last-seen time in Unix milliseconds: observed by this page, or sent by the server. */
export function lastSeen(
  state: FriendsState | undefined,
  id: number,
  told?: string | null,
): number | undefined {
  // A hidden last-seen time stays hidden, even if this page observed it.
  if (told === null) return undefined;
  const seen = [state?.left[id], told ? Date.parse(told) : undefined].filter((at) => at !== undefined);
  return seen.length > 0 ? Math.max(...seen) : undefined;
}
