import { describe, expect, test } from "vitest";
import { reelOf } from "@/test/reels";
import { feedOf, indexAt, needsMore, slidesAt, slotsAt } from "./feed";

const nothing = { reels: new Set<number>(), companies: new Set<number>() };
const page = (...ids: number[]) => ({ reels: ids.map((id) => reelOf({ id })) });
const ids = (reels: { id: number }[]) => reels.map(({ id }) => id);

describe("the feed", () => {
  test("shows each reel once, in the order of the pages", () => {
    expect(ids(feedOf([page(1, 2), page(2, 3)], nothing))).toEqual([1, 2, 3]);
  });

  test("leaves out hidden reels, muted companies and reels without a video", () => {
    const other = reelOf({ id: 4 });
    other.company = { ...other.company, id: 99 };
    const pages = [{ reels: [...page(1, 2).reels, reelOf({ id: 3, video: null }), other] }];
    expect(ids(feedOf(pages, { reels: new Set([1]), companies: new Set([99]) }))).toEqual([2]);
  });

  test("keeps the element of the next reel when it becomes the current", () => {
    expect(slotsAt(0, 3)).toEqual([
      { slot: 0, index: 0 },
      { slot: 1, index: 1 },
    ]);
    expect(slotsAt(1, 3)).toEqual([
      { slot: 1, index: 1 },
      { slot: 0, index: 2 },
    ]);
    expect(slotsAt(2, 3)).toEqual([{ slot: 0, index: 2 }]);
    expect(slotsAt(0, 0)).toEqual([]);
  });

  test("holds three slides at most over hundreds of reels", () => {
    expect(slidesAt(0, 500)).toEqual([0, 1]);
    expect(slidesAt(250, 500)).toEqual([249, 250, 251]);
    expect(slidesAt(499, 500)).toEqual([498, 499]);
  });

  test("reads the next page before the end", () => {
    expect(needsMore(5, 10)).toBe(false);
    expect(needsMore(6, 10)).toBe(true);
  });

  test.each([
    [0, 800, 3, 0],
    [399, 800, 3, 0],
    [401, 800, 3, 1],
    [9999, 800, 3, 2],
    [-40, 800, 3, 0],
    [500, 0, 3, 0],
  ])("is at %i px of %i px with %i reels: place %i", (scrolled, height, count, index) => {
    expect(indexAt(scrolled, height, count)).toBe(index);
  });
});
