import { expect, it } from "vitest";
import { alice, bruno, message, summary } from "../model/samples";
import { notificationOf } from "./useMessageNotifications";

const now = Date.parse("2026-11-20T13:00:00.000Z");
const told = (more: Parameters<typeof summary>[2], known = new Map([[1, 4]])) =>
  notificationOf(known, [summary(1, 5, { unread: 1, ...more })], alice, now).length === 1;

it("notifies once about new messages of others", () => {
  expect(told({})).toBe(true);
  expect(told({}, new Map([[1, 5]]))).toBe(false);
  expect(told({}, new Map())).toBe(true);
});

it("does not notify about own, read, deleted or system messages", () => {
  expect(told({ last_message: message(5, alice) })).toBe(false);
  expect(told({ unread: 0 })).toBe(false);
  expect(told({ last_message: message(5, bruno, { deleted: true }) })).toBe(false);
  expect(told({ last_message: message(5, bruno, { system: { kind: "left", users: [] } }) })).toBe(false);
});

it("notifies about muted and archived chats only when mentioned", () => {
  const muted_until = "2026-11-20T14:00:00.000Z";
  expect(told({ muted_until })).toBe(false);
  expect(told({ archived: true })).toBe(false);
  expect(told({ muted_until, mentioned: true })).toBe(true);
});
