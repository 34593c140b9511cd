import { expect, test } from "vitest";
import { notificationOf, subjectOf } from "@/test/notifications";
import { companyToOpen, targetOf } from "./target";

test("a notification of a comment leads to the comment", () => {
  const reply = notificationOf({
    id: 1,
    kind: "reel_reply",
    target: "reel",
    subject: subjectOf({ comment_id: 9 }),
  });
  expect(targetOf(reply, "")).toBe("/videos/5?comment=9");
  const like = notificationOf({ id: 1, kind: "reel_like", target: "reel", subject: subjectOf({}) });
  expect(targetOf(like, "")).toBe("/videos/5");
});

test("a notification of a review leads to the company's reels", () => {
  const hidden = notificationOf({
    id: 1,
    kind: "reel_hidden",
    target: "company_reel",
    subject: subjectOf({ reason: "spam" }),
  });
  expect(targetOf(hidden, "/pro")).toBe("/pro/store/media");
});

test("a notification of a new review leads to the reviews of its company", () => {
  const review = notificationOf({
    id: 1,
    kind: "company_review_new",
    target: "company_review",
    subject: subjectOf({ company_id: 8 }),
  });
  expect(targetOf(review, "/pro")).toBe("/pro/reviews");
  expect(companyToOpen(review, 5)).toBe(8);
});

test("a notification of another company switches to it", () => {
  const order = notificationOf({
    id: 1,
    kind: "company_order_new",
    target: "company_order",
    subject: subjectOf({ company_id: 8 }),
  });
  expect(companyToOpen(order, 5)).toBe(8);
  expect(companyToOpen(order, 8)).toBeNull();
  expect(companyToOpen(order, null)).toBeNull();
  expect(companyToOpen({ ...order, target: "order" }, 5)).toBeNull();
});
