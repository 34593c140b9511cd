import { expect, test } from "vitest";
import { blankInvoice, formOf, problemsOf, rateOf, totalsOf } from "./model";

const terms = { currency: "EUR", vat_mode: "included" } as const;
const line = (quantity: string, price: string, vat: string) => ({ name: "Bread", quantity, price, vat });

test("adds up lines and the VAT that they contain", () => {
  const lines = [line("2", "6.05", "21"), line("1", "1", "0"), line("x", "1", "21")];
  expect(totalsOf(lines, terms)).toEqual({ total: 1310, vat: 210 });
});

test("adds the tax to prices that do not contain it", () => {
  const lines = [line("2", "6.05", "8.25"), line("1", "0.06", "8.25")];
  expect(totalsOf(lines, { currency: "USD", vat_mode: "on_top" })).toEqual({ total: 1316, vat: 100 });
});

test("reads a rate with decimals", () => {
  expect(rateOf(line("1", "1", "5.5"))).toBe(550);
  expect(rateOf(line("1", "1", "101"))).toBeNull();
});

test("names each wrong field", () => {
  const fields = { ...blankInvoice(), email: "no", lines: [line("0", "x", "")] };
  expect(problemsOf(fields, "EUR")).toEqual({
    customer: "required",
    email: "email",
    "lines.0.quantity": "quantity",
    "lines.0.price": "amount",
    "lines.0.vat": "vat",
  });
});

test("sends minor units and hundredths of a percent", () => {
  const fields = { ...blankInvoice(), customer: " Zoe ", lines: [line("2", "6.05", "21")] };
  expect(formOf(fields, terms)).toMatchObject({
    customer_name: "Zoe",
    lines: [{ name: "Bread", quantity: 2, unit_price: 605, vat_rate: 2100 }],
    total: 1210,
  });
});
