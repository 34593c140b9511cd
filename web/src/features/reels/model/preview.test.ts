import { expect, test } from "vitest";
import { clockOf, frameAt } from "./preview";

const preview = { url: "/p", interval_ms: 500, frames: 17, columns: 10, rows: 2, width: 90, height: 160 };

test("finds the frame of a time in the rows of the strip", () => {
  expect(frameAt(preview, 0)).toEqual({ column: 0, row: 0 });
  expect(frameAt(preview, 4.9)).toEqual({ column: 9, row: 0 });
  expect(frameAt(preview, 5)).toEqual({ column: 0, row: 1 });
  expect(frameAt(preview, 99)).toEqual({ column: 6, row: 1 });
  expect(frameAt(preview, -1)).toEqual({ column: 0, row: 0 });
});

test("writes a time as a clock", () => {
  expect([0, 9.9, 61, 600].map(clockOf)).toEqual(["0:00", "0:09", "1:01", "10:00"]);
});
