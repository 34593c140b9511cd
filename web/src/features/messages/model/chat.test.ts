import { describe, expect, it } from "vitest";
import { type ChatState, chatTopic, memberOf, personOf } from "./chat";
import {
  MAX_WINDOW_SIZE,
  WINDOW_SIZE,
  withNewer,
  withOlder,
  withoutFarAbove,
  withoutHidden,
  withRoomFor,
  withWindow,
} from "./historyWindow";
import { alice, bruno, card, chloe, detail, member, message } from "./samples";
import { nextTypingEnd, typingNow } from "./typing";

const seqs = (state: ChatState) => state.messages.map(({ seq }) => seq);
const snapshot = (from: number, to: number, before?: ChatState) => {
  const messages = Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
  return chatTopic.snapshot({ chat: detail(to), messages, has_before: from > 1, online: [bruno] }, before);
};
const given = (state: ChatState, event: unknown) => chatTopic.event(state, event, 0) as ChatState;
const page = (from: number, to: number, has_after = false) => ({
  messages: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  has_before: from > 1,
  has_after,
});

describe("a chat", () => {
  it("appends messages and ignores duplicates", () => {
    const one = given(snapshot(1, 2), { type: "message", message: message(3) });
    const two = given(one, { type: "message", message: message(3) });
    expect(seqs(two)).toEqual([1, 2, 3]);
    expect(two.chat.seq).toBe(3);
  });

  it("sorts resumed messages in stream order", () => {
    let state = snapshot(1, 2);
    for (const seq of [5, 3]) state = given(state, { type: "message", message: message(seq) });
    expect(seqs(state)).toEqual([1, 2, 3, 5]);
  });

  it("moves receipts forward only and counts read as delivered", () => {
    let state = given(snapshot(1, 9), { type: "read", user: bruno, up_to: 7, at: "" });
    state = given(state, { type: "read", user: bruno, up_to: 4, at: "" });
    state = given(state, { type: "delivered", user: bruno, up_to: 9, at: "" });
    expect(memberOf(state, bruno)).toMatchObject({ read_seq: 7, delivered_seq: 9 });
    expect(memberOf(state, alice)).toMatchObject({ read_seq: 0, delivered_seq: 0 });
  });

  it("ends typing after six seconds, a signal or the message", () => {
    const typing = (state: ChatState, on: boolean) =>
      chatTopic.signal?.(state, { type: "typing", user: bruno, on }, 1_000);
    const state = typing(snapshot(1, 2), true) as ChatState;
    expect(typingNow(state.typing, 6_999)).toEqual([{ user: bruno, what: "text" }]);
    expect(nextTypingEnd(state.typing, 2_000)).toBe(7_000);
    expect(typingNow(state.typing, 7_000)).toEqual([]);
    expect(nextTypingEnd(state.typing, 7_000)).toBeUndefined();
    expect(typing(state, false)?.typing).toEqual({});
    expect(given(state, { type: "message", message: message(3) }).typing).toEqual({});
  });

  it("follows presence", () => {
    const gone = chatTopic.signal?.(snapshot(1, 2), { type: "presence", user: bruno, online: false }, 0);
    expect(gone?.online.has(bruno)).toBe(false);
    const told = chatTopic.signal?.(snapshot(1, 2), { type: "online", users: [7] }, 0);
    expect([...(told?.online ?? [])]).toEqual([7]);
  });

  it("ignores unknown events", () => {
    const state = snapshot(1, 2);
    expect(given(state, { type: "polled" })).toBe(state);
  });
});

describe("the window of a chat", () => {
  it("adds older pages without duplicates", () => {
    const state = withOlder(snapshot(6, 8), page(3, 6));
    expect(seqs(state)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(state.hasBefore).toBe(true);
    expect(withOlder(state, page(1, 2)).hasBefore).toBe(false);
  });

  it("drops the far end before a page when it is full", () => {
    const [first, last] = [WINDOW_SIZE, 2 * WINDOW_SIZE - 1];
    const back = withOlder(snapshot(first, last), page(first - 50, first - 1));
    const roomBack = withRoomFor(back, "older");
    expect([seqs(roomBack)[0], seqs(roomBack).at(-1), roomBack.hasAfter]).toEqual([
      first - 50,
      last - 50,
      true,
    ]);
    expect(withRoomFor(roomBack, "older")).toBe(roomBack);
  });

  it("drops older messages when the reader reaches the end", () => {
    const { messages } = snapshot(1, MAX_WINDOW_SIZE + 1);
    const onTheWay = { ...snapshot(1, 1), messages: messages.slice(0, -1), hasAfter: true };
    expect(withRoomFor(onTheWay, "newer")).toBe(onTheWay);
    expect(withoutFarAbove(onTheWay)).toBe(onTheWay);
    const tooMuch = withRoomFor({ ...onTheWay, messages }, "newer");
    expect([seqs(tooMuch).length, seqs(tooMuch).at(-1), tooMuch.hasBefore, tooMuch.hasAfter]).toEqual([
      WINDOW_SIZE,
      MAX_WINDOW_SIZE + 1,
      true,
      true,
    ]);
    const atEnd = withoutFarAbove({ ...onTheWay, hasAfter: false });
    expect([seqs(atEnd).length, seqs(atEnd).at(-1), atEnd.hasBefore, atEnd.hasAfter]).toEqual([
      WINDOW_SIZE,
      MAX_WINDOW_SIZE,
      true,
      false,
    ]);
    expect(withoutFarAbove(atEnd)).toBe(atEnd);
  });

  it("drops nothing while a page is added", () => {
    const state = snapshot(WINDOW_SIZE, 2 * WINDOW_SIZE - 1);
    expect(seqs(withOlder(state, page(WINDOW_SIZE - 50, WINDOW_SIZE - 1)))).toHaveLength(WINDOW_SIZE + 50);
  });

  it("keeps older messages when a resync overlaps", () => {
    const older = withOlder(snapshot(6, 8), page(1, 5));
    const resynced = snapshot(7, 10, older);
    expect(seqs(resynced)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(resynced.hasBefore).toBe(false);
  });

  it("is replaced when a resync would leave a gap", () => {
    const resynced = snapshot(60, 62, snapshot(1, 8));
    expect(seqs(resynced)).toEqual([60, 61, 62]);
    expect(resynced.hasBefore).toBe(true);
  });

  it("buffers new messages while it shows older ones", () => {
    let state = withWindow(snapshot(90, 95), page(20, 25, true));
    state = given(state, { type: "message", message: message(96) });
    expect(seqs(state)).toEqual([20, 21, 22, 23, 24, 25]);
    expect(state.hasAfter).toBe(true);
    state = withNewer(state, page(26, 94, true));
    expect(state.hasAfter).toBe(true);
    state = withNewer(state, page(95, 95));
    expect(state.hasAfter).toBe(false);
    expect(seqs(state).slice(-2)).toEqual([95, 96]);
    expect(state.arrived).toEqual([]);
  });

  it("stays at older messages through a resync", () => {
    const back = withWindow(snapshot(90, 95), page(20, 25, true));
    const resynced = snapshot(150, 160, back);
    expect(seqs(resynced)).toEqual([20, 21, 22, 23, 24, 25]);
    expect(resynced.arrived.at(-1)?.seq).toBe(160);
  });
});

describe("changes in a chat", () => {
  it("replaces a changed message in place", () => {
    const edited = message(2, bruno, { text: "better", edited_at: "2026-11-20T12:01:00.000Z" });
    const state = given(snapshot(1, 3), { type: "changed", message: edited });
    expect(seqs(state)).toEqual([1, 2, 3]);
    expect(state.messages[1]).toEqual(edited);
  });

  it("fills omitted fields of a message", () => {
    const { seq, client_id, sender, at, text } = message(4);
    const sent = { seq, client_id, sender, at, text };
    const told = given(snapshot(1, 3), { type: "message", message: sent });
    expect(told.messages.at(-1)).toEqual(message(4));
  });

  it("ignores a changed message outside the window", () => {
    const before = snapshot(5, 6);
    expect(given(before, { type: "changed", message: message(2) }).messages).toBe(before.messages);
  });

  it("follows members and roles and keeps names of former members", () => {
    const group = { ...snapshot(1, 2), chat: detail(2, { kind: "group" }) };
    const added = given(group, {
      ...details,
      joined: [member(chloe)],
      roles: [{ user: alice, role: "admin" }],
      member_count: 3,
    });
    expect(added.chat.members.map(({ user, role }) => [user.id, role])).toEqual([
      [alice, "admin"],
      [bruno, "member"],
      [chloe, "member"],
    ]);
    const left = given(added, { ...details, left: [bruno], former: [card(bruno)], member_count: 2 });
    expect(memberOf(left, bruno)).toBeUndefined();
    expect(personOf(left, bruno)).toEqual(card(bruno));
    const back = given(left, { ...details, joined: [member(bruno)], member_count: 3 });
    expect(back.chat.former).toEqual([]);
  });

  it("keeps marks and last-seen times of members with a new role", () => {
    const last_seen_at = "2026-01-01T00:00:00.000Z";
    const known = member(bruno, { read_seq: 2, delivered_seq: 4, last_seen_at });
    const before = {
      ...snapshot(1, 5),
      chat: detail(5, { kind: "group", members: [member(alice), known] }),
    };
    const told = (more: Parameters<typeof member>[1]) =>
      memberOf(given(before, { ...details, joined: [member(bruno, { role: "admin", ...more })] }), bruno);
    expect(told({})).toEqual({ ...known, role: "admin" });
    expect(told({ shows_read: false })?.shows_read).toBe(true);
    const read = { read_seq: 3, delivered_seq: 5 };
    expect(told(read)).toEqual({ ...known, ...read, role: "admin" });
    const later = "2026-02-02T00:00:00.000Z";
    expect(told({ last_seen_at: later })?.last_seen_at).toBe(later);
  });

  it("shows system notes among the messages", () => {
    const note = message(3, alice, { text: "", system: { kind: "renamed", users: [], title: "Boats" } });
    const state = given(snapshot(1, 2), { ...details, title: "Boats", message: note });
    expect(state.chat.title).toBe("Boats");
    expect(seqs(state)).toEqual([1, 2, 3]);
  });

  it("hides deleted and cleared messages", () => {
    const state = { ...snapshot(3, 8), hasBefore: true };
    expect(seqs(withoutHidden(state, new Set([4]), 0))).toEqual([3, 5, 6, 7, 8]);
    const cleared = withoutHidden(state, new Set(), 6);
    expect(seqs(cleared)).toEqual([7, 8]);
    expect(cleared.hasBefore).toBe(false);
    expect(withoutHidden(state, new Set([99]), 0)).toBe(state);
  });

  it("applies changes made on another device while offline", () => {
    const signal = { type: "online", users: [], hidden: [7], cleared_seq: 5 };
    const state = chatTopic.signal?.({ ...snapshot(3, 8), hasBefore: true }, signal, 0);
    expect(seqs(state as ChatState)).toEqual([6, 8]);
  });

  it("shows a count and last-seen times in a large group", () => {
    expect(chatTopic.signal?.(snapshot(1, 1), { type: "here", count: 812 }, 0).here).toBe(812);
    const seen = {
      ...snapshot(1, 1),
      chat: detail(1, { members: [member(bruno, { last_seen_at: "2026-01-01T00:00:00.000Z" })] }),
    };
    const gone = chatTopic.signal?.(seen, { type: "presence", user: bruno, online: false }, 5_000);
    expect(memberOf(gone as ChatState, bruno)?.last_seen_at).toBe("1970-01-01T00:00:05.000Z");
    const at = "2026-02-02T00:00:00.000Z";
    const elsewhere = chatTopic.signal?.(seen, { type: "seen", user: bruno, at }, 5_000);
    expect(memberOf(elsewhere as ChatState, bruno)?.last_seen_at).toBe(at);
  });

  it("resolves authors outside the member list of a large group", () => {
    const stranger = { ...card(bruno), id: 99 };
    const before = snapshot(1, 1);
    expect(personOf(before, 99)).toBeUndefined();
    const said = { type: "message", message: { ...message(2), sender: 99 }, people: [stranger] };
    expect(personOf(given(before, said), 99)).toEqual(stranger);
    expect(personOf(withOlder(before, { ...page(0, 0), people: [stranger] }), 99)).toEqual(stranger);
  });
});

const details = {
  type: "details",
  message: null,
  title: null,
  picture: null,
  member_count: 2,
  joined: [],
  left: [],
  roles: [],
  former: [],
};
