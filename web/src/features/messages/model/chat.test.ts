import { describe, expect, it } from "vitest";
import { type ChatState, chatTopic, memberOf, withNewer, withOlder, withWindow } from "./chat";
import { nextSilence, typingNow } from "./live";
import { alice, bruno, detail, message } from "./samples";

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
  it("appends messages, and takes a repeated one once", () => {
    const one = given(snapshot(1, 2), { type: "message", message: message(3) });
    const two = given(one, { type: "message", message: message(3) });
    expect(seqs(two)).toEqual([1, 2, 3]);
    expect(two.chat.seq).toBe(3);
  });

  it("puts resumed messages in the order of the stream", () => {
    let state = snapshot(1, 2);
    for (const seq of [5, 3]) state = given(state, { type: "message", message: message(seq) });
    expect(seqs(state)).toEqual([1, 2, 3, 5]);
  });

  it("moves marks forward only, and what is read was delivered", () => {
    let state = given(snapshot(1, 9), { type: "read", user: bruno, up_to: 7, at: "" });
    state = given(state, { type: "read", user: bruno, up_to: 4, at: "" });
    state = given(state, { type: "delivered", user: bruno, up_to: 9, at: "" });
    expect(memberOf(state, bruno)).toMatchObject({ read_seq: 7, delivered_seq: 9 });
    expect(memberOf(state, alice)).toMatchObject({ read_seq: 0, delivered_seq: 0 });
  });

  it("lets typing end by itself after six seconds, by a signal, and by the message", () => {
    const typing = (state: ChatState, on: boolean) =>
      chatTopic.signal?.(state, { type: "typing", user: bruno, on }, 1_000);
    const state = typing(snapshot(1, 2), true) as ChatState;
    expect(typingNow(state.typing, 6_999)).toEqual([bruno]);
    expect(nextSilence(state.typing, 2_000)).toBe(7_000);
    expect(typingNow(state.typing, 7_000)).toEqual([]);
    expect(nextSilence(state.typing, 7_000)).toBeUndefined();
    expect(typing(state, false)?.typing).toEqual({});
    expect(given(state, { type: "message", message: message(3) }).typing).toEqual({});
  });

  it("follows who is there", () => {
    const gone = chatTopic.signal?.(snapshot(1, 2), { type: "presence", user: bruno, online: false }, 0);
    expect(gone?.online.has(bruno)).toBe(false);
    const told = chatTopic.signal?.(snapshot(1, 2), { type: "online", users: [7] }, 0);
    expect([...(told?.online ?? [])]).toEqual([7]);
  });

  it("leaves the state alone on an event it does not know", () => {
    const state = snapshot(1, 2);
    expect(given(state, { type: "reaction" })).toBe(state);
  });
});

describe("the window of a chat", () => {
  it("grows by older pages without doubling what it has", () => {
    const state = withOlder(snapshot(6, 8), page(3, 6));
    expect(seqs(state)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(state.hasBefore).toBe(true);
    expect(withOlder(state, page(1, 2)).hasBefore).toBe(false);
  });

  it("keeps the older messages through a resync that reaches into it", () => {
    const older = withOlder(snapshot(6, 8), page(1, 5));
    const resynced = snapshot(7, 10, older);
    expect(seqs(resynced)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(resynced.hasBefore).toBe(false);
  });

  it("is replaced by a resync that would leave a hole", () => {
    const resynced = snapshot(60, 62, snapshot(1, 8));
    expect(seqs(resynced)).toEqual([60, 61, 62]);
    expect(resynced.hasBefore).toBe(true);
  });

  it("that was moved back keeps what arrives aside, until it reaches the end again", () => {
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

  it("that was moved back stays where it is through a resync", () => {
    const back = withWindow(snapshot(90, 95), page(20, 25, true));
    const resynced = snapshot(150, 160, back);
    expect(seqs(resynced)).toEqual([20, 21, 22, 23, 24, 25]);
    expect(resynced.arrived.at(-1)?.seq).toBe(160);
  });
});
