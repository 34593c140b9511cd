import { expect, test } from "vitest";
import type { InvoiceLine } from "./types";
import { vatByRate } from "./vat";

const line = (vat_rate: number, vat: number): InvoiceLine => ({
  kind: "item",
  name: "Bread",
  quantity: 1,
  unit_price: 100,
  discount: 0,
  amount: 100,
  vat_rate,
  vat,
});

test("adds up the VAT of each rate and leaves out rates without VAT", () => {
  expect(vatByRate({ lines: [line(1000, 9), line(2100, 17), line(1000, 1), line(0, 0)] })).toEqual([
    { rate: 2100, vat: 17 },
    { rate: 1000, vat: 10 },
  ]);
});
