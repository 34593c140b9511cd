import { expect, test } from "vitest";
import { maxQuantity, readQuantity, stockLevel } from "./stock";
import type { Variant } from "./variants";

const variant = (left: number | null, sold_out = false): Variant => ({
  id: 1,
  name: "",
  attributes: {},
  price: 1000,
  capacity: left,
  left,
  sold_out,
});

test.each([
  [null, false, "in"],
  [6, false, "in"],
  [5, false, "few"],
  [0, false, "out"],
  [9, true, "out"],
] as const)("%s left, sold out %s, is %s", (left, soldOut, level) => {
  expect(stockLevel(variant(left, soldOut))).toBe(level);
});

test("the quantity ends at the stock", () => {
  expect([maxQuantity(variant(3)), maxQuantity(variant(900)), maxQuantity(variant(null))]).toEqual([
    3, 20, 20,
  ]);
});

test.each([
  ["2", 2],
  ["99", 4],
  ["0", 1],
  ["-3", 1],
  ["1.5", 1],
  ["many", 1],
  [null, 1],
])("reads the quantity %s as %i", (value, quantity) => {
  expect(readQuantity(value, variant(4))).toBe(quantity);
});
