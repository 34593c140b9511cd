import { describe, expect, test } from "vitest";
import { commentOf } from "@/test/reels";
import { applyToComments, applyToNamed, applyToReplies, type CommentPages, CountedAnswers } from "./comments";

const pagesOf = (...lists: number[][]): CommentPages => ({
  pages: lists.map((ids, at) => ({
    comments: ids.map((id) => commentOf({ id })),
    next: at === lists.length - 1 ? null : 1,
  })),
  pageParams: [],
});
const ids = (data: CommentPages) => data.pages.flatMap(({ comments }) => comments.map(({ id }) => id));

test("a named comment is changed by events, and others do not join it", () => {
  const named = {
    pages: [{ comments: [commentOf({ id: 2 }), commentOf({ id: 9, parent_id: 2 })], next: null }],
    pageParams: [],
  };
  expect(ids(applyToNamed(named, { type: "comment", comment: commentOf({ id: 3 }) }))).toEqual([2, 9]);
  const liked = applyToNamed(named, { type: "comment_likes", comments: [{ comment_id: 9, likes: 7 }] });
  expect(liked.pages[0]?.comments[1]?.likes).toBe(7);
  const answered = applyToNamed(named, { type: "comment", comment: commentOf({ id: 10, parent_id: 2 }) });
  expect(answered.pages[0]?.comments.map(({ id, replies }) => [id, replies])).toEqual([
    [2, 1],
    [9, 0],
  ]);
  const removed = applyToNamed(named, { type: "comment_removed", comment_id: 9, parent_id: 2 });
  expect(ids(removed)).toEqual([2]);
});

test("an answer and its removal count once each", () => {
  const counted = new CountedAnswers();
  const answer = { type: "comment", comment: commentOf({ id: 10, parent_id: 2 }) } as const;
  const removal = { type: "comment_removed", comment_id: 10, parent_id: 2 } as const;
  expect([answer, answer, removal, removal].map((event) => counted.isNew(event))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  const first = { type: "comment", comment: commentOf({ id: 3 }) } as const;
  expect([counted.isNew(first), counted.isNew(first)]).toEqual([true, true]);
});

describe("live comments", () => {
  test("puts a new comment first, once", () => {
    const once = applyToComments(pagesOf([2, 1]), { type: "comment", comment: commentOf({ id: 3 }) });
    const twice = applyToComments(once, { type: "comment", comment: commentOf({ id: 3 }) });
    expect(ids(twice)).toEqual([3, 2, 1]);
  });

  test("keeps the viewer's own like when a known comment arrives", () => {
    const own = {
      pages: [{ comments: [commentOf({ id: 1, liked: true, can_delete: true })], next: null }],
      pageParams: [],
    };
    const after = applyToComments(own, { type: "comment", comment: commentOf({ id: 1, likes: 4 }) });
    expect(after.pages[0]?.comments[0]).toMatchObject({ liked: true, can_delete: true, likes: 4 });
  });

  test("lets the author delete a comment whose event came before the answer", () => {
    const live = applyToComments(pagesOf([2]), { type: "comment", comment: commentOf({ id: 3 }) });
    const own = applyToComments(live, { type: "comment", comment: commentOf({ id: 3, can_delete: true }) });
    expect(own.pages[0]?.comments[0]?.can_delete).toBe(true);
  });

  test("counts an answer at its comment, and takes it back", () => {
    const reply = commentOf({ id: 9, parent_id: 2 });
    const added = applyToComments(pagesOf([2, 1]), { type: "comment", comment: reply });
    expect(added.pages[0]?.comments[0]?.replies).toBe(1);
    const removed = applyToComments(added, { type: "comment_removed", comment_id: 9, parent_id: 2 });
    expect(removed.pages[0]?.comments[0]?.replies).toBe(0);
    expect(ids(removed)).toEqual([2, 1]);
  });

  test("removes a comment and shows its likes", () => {
    const data = applyToComments(pagesOf([3, 2]), {
      type: "comment_removed",
      comment_id: 3,
      parent_id: null,
    });
    const liked = applyToComments(data, { type: "comment_likes", comments: [{ comment_id: 2, likes: 7 }] });
    expect(ids(liked)).toEqual([2]);
    expect(liked.pages[0]?.comments[0]?.likes).toBe(7);
  });

  test("adds an answer at the end only if the end is known", () => {
    const reply = commentOf({ id: 9, parent_id: 2 });
    const open = { pages: [{ comments: [commentOf({ id: 5, parent_id: 2 })], next: 5 }], pageParams: [] };
    expect(ids(applyToReplies(open, { type: "comment", comment: reply }, 2))).toEqual([5]);
    const whole = { pages: [{ comments: [commentOf({ id: 5, parent_id: 2 })], next: null }], pageParams: [] };
    expect(ids(applyToReplies(whole, { type: "comment", comment: reply }, 2))).toEqual([5, 9]);
    expect(ids(applyToReplies(whole, { type: "comment", comment: reply }, 3))).toEqual([5]);
  });
});
