import { expect, test } from "vitest";
import { addedVat, totalOf, withAddedVat } from "./vat";

test("VAT is added to the prices of some countries only", () => {
  expect(withAddedVat(4_500, { vat_mode: "included", vat_rate: 2_100 })).toBe(4_500);
  expect(withAddedVat(4_500, { vat_mode: "on_top", vat_rate: 888 })).toBe(4_900);
  // Half up: 0.5 of a cent.
  expect(withAddedVat(50, { vat_mode: "on_top", vat_rate: 100 })).toBe(51);
});

test("a total adds VAT to each kind of units, not to their sum", () => {
  const priceOf = (id: number) => (id === 1 ? 50 : 150);
  // 50 and 150 are each rounded up; their sum of 200 would add 2.
  expect(totalOf({ 1: 1, 2: 1 }, priceOf, { vat_mode: "on_top", vat_rate: 100 })).toBe(203);
  expect(totalOf({ 1: 2, 2: 0 }, priceOf, { vat_mode: "included", vat_rate: 100 })).toBe(100);
});

test.each([
  [4_900, 400, 400],
  [4_500, 781, 0],
  [4_500, 0, 0],
])("total %i with VAT of %i: %i is added", (total, vat, added) => {
  const item = { variant_id: 1, name: "", quantity: 3, unit_price: 1_500, starts_at: "2026-12-01T09:00:00Z" };
  expect(addedVat({ items: [item], total, vat })).toBe(added);
});
