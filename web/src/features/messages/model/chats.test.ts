import { describe, expect, it } from "vitest";
import { resync } from "@/live";
import {
  archivedTotal,
  type ChatsState,
  chatsTopic,
  unreadTotal,
  withArchivedChats,
  withOlderChats,
  withSettings,
} from "./chats";
import { bruno, message, summary } from "./samples";

const ids = (state: ChatsState) => state.chats.map(({ id }) => id);
const start = (count = 3) =>
  chatsTopic.snapshot(
    { chats: Array.from({ length: count }, (_, at) => summary(count - at, count - at)), online: [bruno] },
    undefined,
  );
const given = (state: ChatsState, event: unknown) => chatsTopic.event(state, event, 0) as ChatsState;

describe("the list of chats", () => {
  it("moves a chat to the top when a message arrives", () => {
    const state = given(start(), { type: "message", chat: 1, message: message(9), unread: 4 });
    expect(ids(state)).toEqual([1, 3, 2]);
    expect(state.chats[0]).toMatchObject({
      unread: 4,
      last_message: { seq: 9 },
      seq: 9,
      updated_at: message(9).at,
    });
    expect(unreadTotal(state.chats)).toBe(4);
  });

  it("clears the badge when another device read the chat", () => {
    const state = given(start(), { type: "message", chat: 1, message: message(9), unread: 4 });
    const read = given(state, { type: "unread", chat: 1, unread: 0, read_seq: 9 });
    expect(ids(read)).toEqual([1, 3, 2]);
    expect(unreadTotal(read.chats)).toBe(0);
  });

  it("adds, replaces and removes chats", () => {
    let state = given(start(), { type: "chat", chat: summary(8, 30) });
    expect(ids(state)).toEqual([8, 3, 2, 1]);
    state = given(state, { type: "chat", chat: summary(2, 2, { title: "New" }) });
    expect(ids(state)).toEqual([8, 3, 2, 1]);
    expect(state.chats[2]?.title).toBe("New");
    expect(ids(given(state, { type: "removed", chat: 3 }))).toEqual([8, 2, 1]);
  });

  it("requests a snapshot when an unlisted chat gets a message", () => {
    expect(given(start(100), { type: "message", chat: 777, message: message(9), unread: 1 })).toBe(resync);
  });

  it("keeps the newer row when a page repeats a chat", () => {
    const state = given(start(), { type: "message", chat: 2, message: message(50), unread: 1 });
    const more = withOlderChats(state, [summary(2, 2), summary(77, 0)], false);
    expect(ids(more)).toEqual([2, 3, 1, 77]);
    expect(more.chats[0]?.unread).toBe(1);
  });

  it("shows typing until the message arrives", () => {
    const state = chatsTopic.signal?.(
      start(),
      { type: "typing", chat: 2, user: bruno, on: true },
      100,
    ) as ChatsState;
    expect(state.typing[2]).toEqual({ [bruno]: { until: 6_100, what: "text" } });
    expect(given(state, { type: "message", chat: 2, message: message(9), unread: 1 }).typing[2]).toEqual({});
  });
});

describe("settings of the viewer", () => {
  const list = start;

  it("keeps pinned chats on top in pin order", () => {
    let state = given(list(), { type: "settings", chat: 1, pinned_at: "2026-11-20T12:00:00.000Z" });
    expect(ids(state)).toEqual([1, 3, 2]);
    state = given(state, { type: "message", chat: 2, message: message(9), unread: 1 });
    expect(ids(state)).toEqual([1, 2, 3]);
    state = given(state, { type: "settings", chat: 1, pinned_at: null });
    expect(ids(state)).toEqual([2, 3, 1]);
  });

  it("counts muted and archived chats only when mentioned", () => {
    const later = "2026-11-21T00:00:00.000Z";
    const now = Date.parse("2026-11-20T13:00:00.000Z");
    const chats = [
      summary(1, 1, { unread: 1 }),
      summary(2, 2, { unread: 2, muted_until: later }),
      summary(3, 3, { unread: 4, archived: true }),
      summary(4, 4, { unread: 8, muted_until: later, mentioned: true }),
    ];
    expect(unreadTotal(chats, now)).toBe(9);
    expect(unreadTotal(chats, Date.parse(later))).toBe(11);
  });

  it("clears a chat up to a message", () => {
    const state = given(list(), { type: "cleared", chat: 3, up_to: 3 });
    expect(state.chats[0]).toMatchObject({ cleared_seq: 3, last_message: null, unread: 0 });
    // A deleted chat has no row, and may still be open.
    const deleted = given(state, { type: "removed", chat: 3 });
    expect(deleted.chats.some(({ id }) => id === 3)).toBe(false);
    expect(deleted.cleared).toEqual({ 3: 3 });
    expect(given(list(), { type: "cleared", chat: 3, up_to: 2 }).chats[0]?.last_message?.seq).toBe(3);
  });

  it("keeps hidden messages through a new snapshot", () => {
    let state = given(list(), { type: "hidden", chat: 2, seqs: [4, 5] });
    state = given(state, { type: "hidden", chat: 2, seqs: [7] });
    state = chatsTopic.snapshot({ chats: [], online: [] }, state);
    expect([...(state.hidden[2] ?? [])]).toEqual([4, 5, 7]);
  });

  it("updates the last message only", () => {
    const deleted = message(3, bruno, { deleted: true, text: "" });
    expect(given(list(), { type: "changed", chat: 3, message: deleted }).chats[0]?.last_message).toEqual(
      deleted,
    );
    const older = message(1, bruno, { text: "other" });
    expect(given(list(), { type: "changed", chat: 3, message: older }).chats[0]?.last_message?.seq).toBe(3);
  });

  it("keeps a mention until the chat is read", () => {
    let state = given(list(), { type: "message", chat: 2, message: message(9), unread: 1, mentioned: true });
    state = given(state, { type: "message", chat: 2, message: message(10), unread: 2 });
    expect(state.chats[0]?.mentioned).toBe(true);
    state = given(state, { type: "unread", chat: 2, unread: 0, read_seq: 10 });
    expect(state.chats[0]?.mentioned).toBe(false);
  });
});

describe("the archive", () => {
  const archived = { archived: true };
  /** Three chats, and as many archived ones that the snapshot only counts. */
  const list = (unlisted = 3) =>
    chatsTopic.snapshot(
      { chats: [summary(3, 3), summary(2, 2), summary(1, 1)], archived: unlisted, online: [] },
      undefined,
    );

  it("counts the archived chats of the snapshot", () => {
    expect(archivedTotal(list())).toBe(3);
    expect(archivedTotal(start())).toBe(0);
    expect(ids(list())).toEqual([3, 2, 1]);
  });

  it("counts chats that are archived and taken out", () => {
    let state = given(list(), { type: "settings", chat: 2, archived: true });
    expect(archivedTotal(state)).toBe(4);
    state = given(state, { type: "settings", chat: 2, archived: true });
    expect(archivedTotal(state)).toBe(4);
    expect(archivedTotal(withSettings(state, 2, { archived: false }))).toBe(3);
    expect(archivedTotal(given(state, { type: "chat", chat: summary(2, 9) }))).toBe(3);
    expect(archivedTotal(given(state, { type: "removed", chat: 2 }))).toBe(3);
  });

  it("requests a snapshot when an unlisted chat leaves the archive", () => {
    expect(given(list(), { type: "settings", chat: 77, archived: false })).toBe(resync);
    expect(given(list(), { type: "chat", chat: summary(77, 9) })).toBe(resync);
    expect(archivedTotal(given(list(), { type: "removed", chat: 77 }))).toBe(2);
  });

  it("keeps the count when an unlisted chat stays in the archive", () => {
    expect(archivedTotal(given(list(), { type: "settings", chat: 77, archived: true }))).toBe(3);
    expect(archivedTotal(given(list(), { type: "chat", chat: summary(77, 9, archived) }))).toBe(3);
    const state = given(list(100), { type: "message", chat: 77, message: message(9), unread: 1 });
    expect(ids(state)).toEqual([3, 2, 1]);
    expect(archivedTotal(given(list(0), { type: "settings", chat: 77, archived: true }))).toBe(1);
  });

  it("reads the archived chats by page", () => {
    const page = [summary(70, 9, archived), summary(71, 8, archived)];
    const first = withArchivedChats(list(), page, true, 3);
    expect([ids(first), archivedTotal(first)]).toEqual([[70, 71, 3, 2, 1], 3]);
    const whole = withArchivedChats(first, [summary(72, 7, archived)], false, 3);
    expect([archivedTotal(whole), whole.unlistedArchived]).toEqual([3, 0]);
    expect(archivedTotal(withArchivedChats(list(9), page, false, 2))).toBe(2);
  });

  it("finds older chats when one of the snapshot is archived", () => {
    const chats = Array.from({ length: 99 }, (_, at) => summary(at + 1, at));
    expect(chatsTopic.snapshot({ chats, archived: 1, online: [] }, undefined).mayHaveMore).toBe(true);
    expect(chatsTopic.snapshot({ chats, archived: 0, online: [] }, undefined).mayHaveMore).toBe(false);
    expect(chatsTopic.snapshot({ chats, has_more: true, online: [] }, undefined).mayHaveMore).toBe(true);
  });
});
