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
  test("a snapshot is everything, and keeps who was seen to leave", () => {
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

  test("the same request again is still one", () => {
    const again = { type: "request", user: card(1), at: AT, direction: "in" };
    expect(ids(event(state({ incoming: [2, 1] }), again)).incoming).toEqual([1, 2]);
  });

  test("a request that is gone leaves both sides, a new friend has none left", () => {
    const before = state({ incoming: [1, 3], outgoing: [2] });
    expect(ids(event(before, { type: "request_gone", user: 2 })).outgoing).toEqual([]);
    expect(ids(event(before, { type: "friend", user: card(1) }))).toEqual({
      friends: [1],
      incoming: [3],
      outgoing: [2],
    });
  });

  test("whoever is no friend any more is not online either", () => {
    const before = { ...state({ friends: [1, 2] }), online: new Set([1, 2]) };
    const now = event(before, { type: "unfriended", user: 1 });
    expect(ids(now).friends).toEqual([2]);
    expect([...now.online]).toEqual([2]);
  });

  test("an event of a later version changes nothing", () => {
    const before = state({ friends: [1] });
    expect(event(before, { type: "waved", user: 1 })).toBe(before);
  });

  test("presence comes and goes, and says when", () => {
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

describe("what the viewer does shows at once", () => {
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

describe("how the two stand", () => {
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

  test("without the stream the list is believed, and so it is past what the stream holds", () => {
    expect(standingOf(undefined, { id: 4, relation: "friends" })).toBe("friends");
    const many = state({ friends: Array.from({ length: MAX_FRIENDS }, (_, at) => at + 10) });
    expect(standingOf(many, { id: 4, relation: "friends" })).toBe("friends");
  });
});

describe("what others did", () => {
  test("a request, and a yes to one's own", () => {
    const before = state({ incoming: [1], outgoing: [2] });
    const now = state({ friends: [2], incoming: [3, 1] });
    expect(newRequests(before, now).map(({ kind, user }) => [kind, user.id])).toEqual([
      ["request", 3],
      ["accepted", 2],
    ]);
  });

  test("one's own yes is no news, nor is what goes", () => {
    expect(newRequests(state({ incoming: [1] }), state({ friends: [1] }))).toEqual([]);
    expect(newRequests(state({ friends: [1], outgoing: [2] }), state())).toEqual([]);
  });
});

describe("when somebody was last there", () => {
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
