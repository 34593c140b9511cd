import { describe, expect, test } from "vitest";
import { formatMoney } from "./formatMoney";

const plain = (text: string) => text.replace(/\s/g, " ");

describe("formatMoney", () => {
  test.each([
    ["en", 2450, "EUR", "€24.50"],
    ["en", 12000, "EUR", "€120.00"],
    ["fr", 2450, "EUR", "24,50 €"],
    ["en", 1500, "JPY", "¥1,500"],
    ["en", 12345, "KWD", "KWD 12.345"],
    ["en", 5, "USD", "$0.05"],
    ["en", 250000, "HUF", "HUF 2,500.00"],
    ["ar", 2450, "EUR", "24.50"],
  ])("formats in %s %i minor units of %s as %s", (tag, amount, currency, expected) => {
    expect(plain(formatMoney(tag, amount, currency))).toContain(expected);
  });
  test.each([
    [12000, "€120"],
    [12050, "€120.50"],
  ])("formats the price tag of %i minor units as %s", (amount, expected) => {
    expect(formatMoney("en", amount, "EUR", "tag")).toBe(expected);
  });
});
