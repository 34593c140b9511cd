import { expect, test } from "vitest";
import { arrivalOf, chatOfArrival } from "./arrival";
import { alice, bruno, card, chloe, message, summary } from "./samples";
import type { ChatSummary } from "./wire";

const now = Date.parse("2026-11-20T13:00:00.000Z");
const before = [summary(1, 4), summary(2, 3)];
const arrival = (...chats: ChatSummary[]) => arrivalOf(before, { chats }, alice, now);
const unread = { unread: 1 };

test("the newest message of another is previewed", () => {
  expect(arrival(summary(1, 5, unread), summary(2, 6, unread))).toEqual({ chat: 2, seq: 6 });
  expect(arrival(summary(1, 4, unread), summary(2, 3))).toBeUndefined();
  expect(arrival(summary(1, 5, { unread: 0 }))).toBeUndefined();
  expect(arrival(summary(1, 5, { ...unread, last_message: message(5, alice) }))).toBeUndefined();
});

test("deleted and system messages are not previewed", () => {
  const last_message = message(5, bruno, { system: { kind: "left", users: [] } });
  expect(arrival(summary(1, 5, { ...unread, last_message }))).toBeUndefined();
  const deleted = message(5, bruno, { deleted: true });
  expect(arrival(summary(1, 5, { ...unread, last_message: deleted }))).toBeUndefined();
});

test("muted and archived chats stay quiet, even with a mention", () => {
  const muted_until = "2026-11-20T14:00:00.000Z";
  expect(arrival(summary(1, 5, { ...unread, muted_until, mentioned: true }))).toBeUndefined();
  expect(arrival(summary(1, 5, { ...unread, archived: true, mentioned: true }))).toBeUndefined();
  const over = "2026-11-20T12:59:00.000Z";
  expect(arrival(summary(1, 5, { ...unread, muted_until: over }))).toEqual({ chat: 1, seq: 5 });
});

test("a blocked person stays quiet in groups too", () => {
  const direct = summary(2, 3, { blocked: true });
  const group = (sender: number) =>
    summary(1, 5, {
      ...unread,
      kind: "group",
      title: "Trip",
      members: [card(bruno), card(chloe)],
      last_message: message(5, sender),
    });
  expect(arrival(direct, group(bruno))).toBeUndefined();
  expect(arrival(direct, group(chloe))).toEqual({ chat: 1, seq: 5 });
  expect(arrival(summary(2, 9, { ...unread, blocked: true }))).toBeUndefined();
});

test("a new chat is previewed, an older page is not", () => {
  expect(arrival(...before, summary(3, 9, unread))).toEqual({ chat: 3, seq: 9 });
  expect(arrival(...before, summary(3, 1, unread))).toBeUndefined();
});

test("a preview ends when its message is read, deleted or muted", () => {
  const shown = (more: Partial<ChatSummary>) =>
    chatOfArrival([summary(1, 5, { ...unread, ...more })], { chat: 1, seq: 5 }, now) !== undefined;
  expect(shown({})).toBe(true);
  expect(shown({ unread: 0 })).toBe(false);
  expect(shown({ last_message: message(5, bruno, { deleted: true }) })).toBe(false);
  expect(shown({ muted_until: "2026-11-20T14:00:00.000Z" })).toBe(false);
  expect(chatOfArrival([], { chat: 1, seq: 5 }, now)).toBeUndefined();
});
