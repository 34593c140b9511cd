import { expect, test } from "vitest";
import type { TicketMessage } from "../types";
import { withMessage } from "./messages";

const message = (id: number): TicketMessage => ({
  id,
  ticket_id: 1,
  kind: "message",
  side: "company",
  author: "Ana",
  text: `Message ${id}`,
  files: [],
  state: null,
  at: "2026-11-22T10:00:00Z",
});

const pages = {
  pages: [
    { items: [message(5), message(3)], next: 3 },
    { items: [message(1)], next: null },
  ],
  pageParams: [null, 3],
};

const ids = (of: ReturnType<typeof withMessage>) => of?.pages.map(({ items }) => items.map(({ id }) => id));

test("adds a message to the newest page, in order", () => {
  expect(ids(withMessage(pages, message(6)))).toEqual([[6, 5, 3], [1]]);
  expect(ids(withMessage(pages, message(4)))).toEqual([[5, 4, 3], [1]]);
});

test("keeps a known message once, and waits for the first page", () => {
  expect(withMessage(pages, message(1))).toBe(pages);
  expect(withMessage(undefined, message(1))).toBeUndefined();
});
