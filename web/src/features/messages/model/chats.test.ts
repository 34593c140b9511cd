import { describe, expect, it } from "vitest";
import { resync } from "@/live";
import { type ChatsState, chatsTopic, unreadTotal, withOlderChats } from "./chats";
import { bruno, message, summary } from "./samples";

const ids = (state: ChatsState) => state.chats.map(({ id }) => id);
const start = (count = 3) =>
  chatsTopic.snapshot(
    { chats: Array.from({ length: count }, (_, at) => summary(count - at, count - at)), online: [bruno] },
    undefined,
  );
const given = (state: ChatsState, event: unknown) => chatsTopic.event(state, event, 0) as ChatsState;

describe("the list of chats", () => {
  it("moves the chat that speaks to the top, with its message and its count", () => {
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

  it("clears a badge that was read elsewhere without moving the chat", () => {
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

  it("asks for a snapshot when a chat beyond its end speaks", () => {
    expect(given(start(100), { type: "message", chat: 777, message: message(9), unread: 1 })).toBe(resync);
  });

  it("keeps the fresher row when an older page repeats a chat", () => {
    const state = given(start(), { type: "message", chat: 2, message: message(50), unread: 1 });
    const more = withOlderChats(state, [summary(2, 2), summary(77, 0)], false);
    expect(ids(more)).toEqual([2, 3, 1, 77]);
    expect(more.chats[0]?.unread).toBe(1);
  });

  it("shows who writes in which chat until they send", () => {
    const state = chatsTopic.signal?.(
      start(),
      { type: "typing", chat: 2, user: bruno, on: true },
      100,
    ) as ChatsState;
    expect(state.typing[2]).toEqual({ [bruno]: 6_100 });
    expect(given(state, { type: "message", chat: 2, message: message(9), unread: 1 }).typing[2]).toEqual({});
  });
});
