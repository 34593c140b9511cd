import { expect, test } from "vitest";
import { makeFormat } from "./format";

test.each([
  [0.04, "0"],
  [3.42, "3.4"],
  [9.96, "10"],
  [12.4, "12"],
  [1_005.2, "1,005"],
])("%s kilometres read %s", (value, shown) => {
  expect(makeFormat("en-US").kilometres(value)).toBe(shown);
});
