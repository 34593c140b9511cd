import { expect, test } from "vitest";
import { notificationOf, subjectOf } from "@/test/notifications";
import { type Inbox, inboxTopic, withChange } from "./inbox";
import { targetOf } from "./target";

const start = (...ids: number[]): Inbox =>
  inboxTopic.snapshot(
    { unread: ids.length, notifications: ids.map((id) => notificationOf({ id })) },
    undefined,
  );

const idsOf = ({ newest }: Inbox) => newest.map(({ id }) => id);
const apply = (state: Inbox, event: unknown) => inboxTopic.event(state, event, 1) as Inbox;

test("an entry with a new cause moves to the top", () => {
  const added = apply(start(2, 1), {
    type: "notification",
    notification: notificationOf({ id: 1, count: 2 }),
    unread: 2,
  });
  expect(idsOf(added)).toEqual([1, 2]);
  expect(added.changes).toBe(1);
});

test("entries are read and deleted by number or all", () => {
  const read = apply(start(3, 2, 1), { type: "read", ids: [2], unread: 2 });
  expect(read.newest.map((one) => one.read)).toEqual([false, true, false]);
  expect(read.unread).toBe(2);
  const deleted = apply(read, { type: "deleted", ids: [3], unread: 1 });
  expect(idsOf(deleted)).toEqual([2, 1]);
  expect(apply(deleted, { type: "deleted", ids: null, unread: 0 }).newest).toEqual([]);
});

test("a change of this device is applied at once", () => {
  const state = start(3, 2, 1);
  expect(withChange(state, "read", [3]).unread).toBe(2);
  expect(withChange(state, "read", null)).toMatchObject({ unread: 0 });
  const deleted = withChange(state, "delete", [2]);
  expect(idsOf(deleted)).toEqual([3, 1]);
  expect(deleted.unread).toBe(2);
});

test("a later snapshot counts as a change", () => {
  const again = inboxTopic.snapshot({ unread: 0, notifications: [] }, start(1));
  expect(again.changes).toBe(1);
});

test("each target has a path on its side", () => {
  const person = notificationOf({ id: 1 });
  expect(targetOf(person, "/pro")).toBe("/pro/people/7");
  expect(targetOf({ ...person, others: 2 }, "")).toBe("/people");
  const subject = subjectOf({ id: 9, name: null, handle: "casa-azul" });
  expect(targetOf({ ...person, target: "chat", subject }, "")).toBe("/messages/9");
  expect(targetOf({ ...person, target: "company", subject }, "")).toBe("/companies/casa-azul");
  expect(targetOf({ ...person, target: "reservation", subject }, "/pro")).toBe(
    "/pro/reservations?reservation=9",
  );
  expect(targetOf({ ...person, target: "security" }, "")).toBe("/settings/account");
});

test("the company that the account acts for is followed", () => {
  const state = inboxTopic.snapshot({ unread: 0, notifications: [], company: 5 }, undefined);
  expect(state.company).toBe(5);
  expect(apply(state, { type: "company", company: 8 }).company).toBe(8);
  expect(start(1).company).toBeNull();
});
