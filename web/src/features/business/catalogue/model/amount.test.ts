import { expect, test } from "vitest";
import { amountText, parseAmount } from "./amount";

test.each([
  ["24.5", "EUR", 2450],
  ["0", "EUR", 0],
  ["1500", "JPY", 1500],
  ["1.5", "JPY", null],
  ["1.234", "EUR", null],
  ["-1", "EUR", null],
  ["", "EUR", null],
])("parses %s in %s as %s", (text, currency, expected) => {
  expect(parseAmount(text, currency)).toBe(expected);
});

test("formats minor units with the decimals of the currency", () => {
  expect(amountText(2450, "EUR")).toBe("24.50");
  expect(amountText(1500, "JPY")).toBe("1500");
});
