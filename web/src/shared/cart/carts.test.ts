import { expect, test } from "vitest";
import { aCart, aLine } from "@/test/carts";
import { summaryOf, withCart, withoutCart, withQuantity } from "./carts";

const other = aCart({ company: { ...aCart().company, id: 8 }, lines: [aLine({ id: 12 })], total: 500 });

test("a quantity changes its line and the count of its cart", () => {
  const [cart, untouched] = withQuantity([aCart(), other], 11, 3);
  expect(cart?.lines[0]?.quantity).toBe(3);
  expect(cart?.item_count).toBe(3);
  expect(untouched).toBe(other);
});

test("zero removes the line, and the last line its cart", () => {
  const two = aCart({ lines: [aLine(), aLine({ id: 13 })], item_count: 2 });
  expect(withQuantity([two], 11, 0)[0]?.lines.map(({ id }) => id)).toEqual([13]);
  expect(withQuantity([aCart(), other], 11, 0)).toEqual([other]);
});

test("a changed cart keeps its place and a new one comes first", () => {
  const changed = aCart({ total: 900 });
  expect(withCart([other, aCart()], changed)).toEqual([other, changed]);
  expect(withCart([other], changed)).toEqual([changed, other]);
  expect(withoutCart([other, changed], 7)).toEqual([other]);
});

test("the summary links to the only cart, else to the list", () => {
  expect(summaryOf([])).toBeNull();
  expect(summaryOf([aCart()])).toEqual({ items: 1, total: 380, currency: "EUR", path: "/cart/7" });
  expect(summaryOf([aCart(), other])).toMatchObject({ items: 2, total: 880, path: "/cart" });
});

test("carts in several currencies have no sum", () => {
  const yen = aCart({ company: { ...aCart().company, id: 9, currency: "JPY" } });
  expect(summaryOf([aCart(), yen])?.total).toBeNull();
});
