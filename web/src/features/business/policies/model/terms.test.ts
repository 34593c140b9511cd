import { expect, test } from "vitest";
import { parseTerms, termsSentence } from "./terms";

test.each([
  [24, 0, { key: "free" }],
  [0, 50, { key: "untilStart" }],
  [0, 100, { key: "untilStartFull" }],
  [1, 50, { key: "hours", count: 1 }],
  [24, 50, { key: "hours", count: 24 }],
  [36, 100, { key: "hoursFull", count: 36 }],
  [48, 50, { key: "days", count: 2 }],
  [720, 100, { key: "daysFull", count: 30 }],
])("%i hours and %i percent make a sentence", (free_cancel_hours, cancel_fee_percent, expected) => {
  expect(termsSentence({ free_cancel_hours, cancel_fee_percent })).toEqual(expected);
});

test("accepts whole numbers within their limits only", () => {
  const parse = (hours: string, fee: string) =>
    Object.values(parseTerms({ free_cancel_hours: hours, cancel_fee_percent: fee }));
  expect(parse("720", " 100 ")).toEqual([720, 100]);
  expect(parse("721", "101")).toEqual([null, null]);
  expect(parse("", "-1")).toEqual([null, null]);
  expect(parse("1.5", "1e1")).toEqual([null, null]);
});
