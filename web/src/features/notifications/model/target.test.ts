import { expect, test } from "vitest";
import { notificationOf } from "@/test/notifications";
import { companyToOpen, targetOf } from "./target";

const subject = (values: object) =>
  ({
    id: 5,
    name: "Casa",
    offering: null,
    company_id: 8,
    handle: "casa",
    picture: null,
    starts_at: null,
    time_zone: null,
    order_code: null,
    ticket: null,
    caption: null,
    comment_id: null,
    reason: null,
    ...values,
  }) as const;

test("a notification of a comment leads to the comment", () => {
  const reply = notificationOf({
    id: 1,
    kind: "reel_reply",
    target: "reel",
    subject: subject({ comment_id: 9 }),
  });
  expect(targetOf(reply, "")).toBe("/videos/5?comment=9");
  const like = notificationOf({ id: 1, kind: "reel_like", target: "reel", subject: subject({}) });
  expect(targetOf(like, "")).toBe("/videos/5");
});

test("a notification of a review leads to the company's reels", () => {
  const hidden = notificationOf({
    id: 1,
    kind: "reel_hidden",
    target: "company_reel",
    subject: subject({ reason: "spam" }),
  });
  expect(targetOf(hidden, "/pro")).toBe("/pro/store/media");
});

test("a notification of another company switches to it", () => {
  const order = notificationOf({
    id: 1,
    kind: "company_order_new",
    target: "company_order",
    subject: subject({ company_id: 8 }),
  });
  expect(companyToOpen(order, 5)).toBe(8);
  expect(companyToOpen(order, 8)).toBeNull();
  expect(companyToOpen(order, null)).toBeNull();
  expect(companyToOpen({ ...order, target: "order" }, 5)).toBeNull();
});
