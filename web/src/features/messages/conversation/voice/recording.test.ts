import { expect, it } from "vitest";
import { formatDuration } from "./formatDuration";
import { loudness, toBars } from "./recording";

it("maps silence to zero and the peak to full height", () => {
  expect(loudness(new Float32Array(8))).toBe(0);
  expect(loudness(new Float32Array(8).fill(1))).toBe(1);
});

it("reduces levels to bars by their maximum", () => {
  expect(toBars([0, 1, 0, 0, 0.5, 0], 3)).toEqual([1, 0, 0.5]);
  expect(toBars([0.2], 3)).toEqual([0.2]);
});

it("formats minutes and seconds", () => {
  expect([0, 9_999, 65_000, 600_000].map(formatDuration)).toEqual(["0:00", "0:09", "1:05", "10:00"]);
});
