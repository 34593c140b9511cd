import { expect, test } from "vitest";
import { aCart, aLine } from "@/test/carts";
import { summaryOf, thresholds, withCart, withoutCart, withQuantity } from "./carts";

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

test("thresholds show the part that is reached", () => {
  const reached = thresholds(aCart({ subtotal: 750, minimum_missing: 250, free_delivery_missing: 0 }));
  expect(reached.minimum).toEqual({ missing: 250, share: 0.75 });
  expect(reached.freeDelivery).toEqual({ missing: 0, share: 1 });
  expect(thresholds(aCart())).toEqual({ minimum: null, freeDelivery: null });
});

test("before a way is chosen, the lowest minimum counts", () => {
  const way = { kind: "collect" as const, minutes: 10, zones: [], promised_at: null };
  const options = [
    { ...way, minimum_order: 2_000 },
    { ...way, minimum_order: 1_000 },
  ];
  const lines = [aLine({ unit_price: 380, quantity: 2 })];
  const cart = aCart({ lines, subtotal: 760, options });
  expect(thresholds(cart).minimum).toEqual({ missing: 240, share: 0.76 });
  expect(thresholds({ ...cart, fulfilment: "collect" }).minimum).toBeNull();
});
