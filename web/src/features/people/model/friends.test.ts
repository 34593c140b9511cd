import { describe, expect, test } from "vitest";
import type { UserCard } from "@/api/types";
import {
  type FriendsState,
  friendsTopic,
  lastSeen,
  MAX_FRIENDS,
  newRequests,
  type Standing,
  standingOf,
  withAction,
  withoutAction,
} from "./friends";

const AT = "2026-05-01T10:00:00.000Z";

const card = (id: number): UserCard => ({
  id,
  type: "regular",
  userName: `user${id}`,
  firstName: `First${id}`,
  lastName: "Last",
  picture: null,
});

const asking = (id: number) => ({ user: card(id), at: AT });

function state(parts: { friends?: number[]; incoming?: number[]; outgoing?: number[] } = {}): FriendsState {
  return {
    friends: (parts.friends ?? []).map(card),
    incoming: (parts.incoming ?? []).map(asking),
    outgoing: (parts.outgoing ?? []).map(asking),
    online: new Set(),
    left: {},
  };
}

const ids = ({ friends, incoming, outgoing }: FriendsState) => ({
  friends: friends.map(({ id }) => id),
  incoming: incoming.map(({ user }) => user.id),
  outgoing: outgoing.map(({ user }) => user.id),
});

const event = (before: FriendsState, data: object) => friendsTopic.event(before, data, 1) as FriendsState;

describe("the stream of friends", () => {
  test("a snapshot replaces the state and keeps last-seen times", () => {
    const before = { ...state(), left: { 4: 1_000 } };
    const data = { friends: [card(4)], incoming: [asking(5)], outgoing: [], online: [4] };
    const now = friendsTopic.snapshot(data, before);
    expect(ids(now)).toEqual({ friends: [4], incoming: [5], outgoing: [] });
    expect([...now.online]).toEqual([4]);
    expect(now.left).toEqual({ 4: 1_000 });
  });

  test.each([
    ["in", { friends: [], incoming: [2, 1], outgoing: [] }],
    ["out", { friends: [], incoming: [1], outgoing: [2] }],
  ] as const)("a request that goes %s stands on its side, the newest first", (direction, expected) => {
    const now = event(state({ incoming: [1] }), { type: "request", user: card(2), at: AT, direction });
    expect(ids(now)).toEqual(expected);
  });

  test("a repeated request counts once", () => {
    const again = { type: "request", user: card(1), at: AT, direction: "in" };
    expect(ids(event(state({ incoming: [2, 1] }), again)).incoming).toEqual([1, 2]);
  });

  test("a withdrawn request disappears on both sides", () => {
    const before = state({ incoming: [1, 3], outgoing: [2] });
    expect(ids(event(before, { type: "request_gone", user: 2 })).outgoing).toEqual([]);
    expect(ids(event(before, { type: "friend", user: card(1) }))).toEqual({
      friends: [1],
      incoming: [3],
      outgoing: [2],
    });
  });

  test("a former friend is not online", () => {
    const before = { ...state({ friends: [1, 2] }), online: new Set([1, 2]) };
    const now = event(before, { type: "unfriended", user: 1 });
    expect(ids(now).friends).toEqual([2]);
    expect([...now.online]).toEqual([2]);
  });

  test("an unknown event is ignored", () => {
    const before = state({ friends: [1] });
    expect(event(before, { type: "waved", user: 1 })).toBe(before);
  });

  test("presence updates the last-seen time", () => {
    const there = friendsTopic.signal?.(
      state({ friends: [1] }),
      { type: "presence", user: 1, online: true },
      5,
    );
    const gone = there && friendsTopic.signal?.(there, { type: "presence", user: 1, online: false }, 9);
    expect(there?.online.has(1)).toBe(true);
    expect(gone?.online.has(1)).toBe(false);
    expect(gone && lastSeen(gone, 1)).toBe(9);
  });
});

describe("optimistic actions", () => {
  test.each([
    ["ask", 9, { friends: [1], incoming: [2], outgoing: [9, 3] }],
    // They had asked already: two who ask each other are friends.
    ["ask", 2, { friends: [2, 1], incoming: [], outgoing: [3] }],
    ["accept", 2, { friends: [2, 1], incoming: [], outgoing: [3] }],
    ["refuse", 2, { friends: [1], incoming: [], outgoing: [3] }],
    ["takeBack", 3, { friends: [1], incoming: [2], outgoing: [] }],
    ["unfriend", 1, { friends: [], incoming: [2], outgoing: [3] }],
  ] as const)("%s %i", (act, id, expected) => {
    const before = state({ friends: [1], incoming: [2], outgoing: [3] });
    expect(ids(withAction(before, act, card(id), AT))).toEqual(expected);
  });

  test.each(["ask", "accept", "refuse", "takeBack", "unfriend"] as const)(
    "%s that was refused is taken back, and leaves alone what came meanwhile",
    (act) => {
      const before = state({ friends: [1, 7, 2], incoming: [3, 8], outgoing: [4, 5] });
      const user = { ask: 9, accept: 3, refuse: 8, takeBack: 4, unfriend: 7 }[act];
      const shown = withAction(before, act, card(user), AT);
      expect(ids(shown)).not.toEqual(ids(before));
      expect(ids(withoutAction(shown, before, user))).toEqual(ids(before));
      const news = event(shown, { type: "request", user: card(20), at: AT, direction: "in" });
      expect(ids(withoutAction(news, before, user)).incoming).toContain(20);
    },
  );
});

describe("the relation of two users", () => {
  const now = state({ friends: [1], incoming: [2], outgoing: [3] });
  test.each([
    [1, "none", "friends"],
    [2, "none", "asks_you"],
    [3, "none", "requested"],
    [4, "friends", "none"],
    [4, "requested", "none"],
    [4, "blocked", "blocked"],
    [4, "self", "self"],
    [4, "none", "none"],
  ] as [number, Standing, Standing][])("%i, fetched as %s, is %s", (id, relation, standing) => {
    expect(standingOf(now, { id, relation })).toBe(standing);
  });

  test("the list decides when the stream has no data", () => {
    expect(standingOf(undefined, { id: 4, relation: "friends" })).toBe("friends");
    const many = state({ friends: Array.from({ length: MAX_FRIENDS }, (_, at) => at + 10) });
    expect(standingOf(many, { id: 4, relation: "friends" })).toBe("friends");
  });
});

describe("changes by others", () => {
  test("report requests and accepted requests", () => {
    const before = state({ incoming: [1], outgoing: [2] });
    const now = state({ friends: [2], incoming: [3, 1] });
    expect(newRequests(before, now).map(({ kind, user }) => [kind, user.id])).toEqual([
      ["request", 3],
      ["accepted", 2],
    ]);
  });

  test("omit own acceptances and withdrawn requests", () => {
    expect(newRequests(state({ incoming: [1] }), state({ friends: [1] }))).toEqual([]);
    expect(newRequests(state({ friends: [1], outgoing: [2] }), state())).toEqual([]);
  });
});

describe("the last-seen time", () => {
  const now = { ...state(), left: { 1: Date.parse(AT) } };
  test.each([
    [1, undefined, Date.parse(AT)],
    [1, "2026-05-01T09:00:00.000Z", Date.parse(AT)],
    [1, "2026-05-01T11:00:00.000Z", Date.parse("2026-05-01T11:00:00.000Z")],
    // Hidden is hidden.
    [1, null, undefined],
    [2, undefined, undefined],
  ] as const)("%i, told %s", (id, told, at) => expect(lastSeen(now, id, told)).toBe(at));
});
