import { describe, expect, test } from "vitest";
import { gestureOf } from "./gesture";

describe("gestures", () => {
  test.each([
    [5, 3, undefined],
    [20, 2, "swipe"],
    [40, 18, "swipe"],
    // Mostly down: the list scrolls.
    [10, 20, "other"],
    [20, 30, "other"],
    // The other way along the line.
    [-20, 0, "other"],
  ] as const)("%i along and %i across is %s", (along, across, what) => {
    expect(gestureOf(along, across)).toBe(what);
  });
});
