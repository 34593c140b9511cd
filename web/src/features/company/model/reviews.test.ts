import { expect, test } from "vitest";
import { breakdown, shareOf } from "./reviews";

test("the breakdown starts with five stars", () => {
  expect(breakdown([1, 0, 2, 3, 9])[0]).toEqual({ stars: 5, count: 9 });
  expect(breakdown([])).toHaveLength(5);
});

test("the share of no reviews is zero", () => {
  expect([shareOf(0, 0), shareOf(1, 3)]).toEqual([0, 33]);
});
