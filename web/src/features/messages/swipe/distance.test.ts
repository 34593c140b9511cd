import { describe, expect, test } from "vitest";
import { ACTIONS_WIDTH_PX, dampen, settle } from "./distance";

describe("the offset", () => {
  test("grows with the finger, then slower, never backward", () => {
    expect(dampen(-30, 60)).toBe(0);
    expect(dampen(40, 60)).toBe(40);
    const far = [70, 120, 400, 10_000].map((by) => dampen(by, 60));
    expect(far).toEqual([...far].sort((a, b) => a - b));
    expect(far.every((at, index) => at > 60 && at < 90 && at < ([70, 120, 400, 10_000][index] ?? 0))).toBe(
      true,
    );
  });
});

describe("a released row", () => {
  test.each([
    [20, 390, "shut"],
    [100, 390, "open"],
    [ACTIONS_WIDTH_PX, 390, "open"],
    [300, 390, "whole"],
    // On a wide row a pull over the tray is not yet one across the row.
    [300, 800, "open"],
  ] as const)("pulled by %i of %i: %s", (by, wide, what) => {
    expect(settle(by, wide)).toBe(what);
  });
});
