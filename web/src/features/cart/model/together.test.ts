import { describe, expect, test } from "vitest";
import type { Cart } from "@/shared/cart/types";
import { aCart } from "@/test/carts";
import { barrierOf, chosenOf, isPaidOnSite, MAX_TOGETHER, needsContact, sumOf, withChoice } from "./together";

const cartOf = (id: number, change: Partial<Cart> = {}, currency = "EUR"): Cart => {
  const cart = aCart({ fulfilment: "collect", ...change });
  return { ...cart, company: { ...cart.company, id, currency } };
};
const idsOf = (carts: Cart[]) => carts.map(({ company }) => company.id);

describe("the carts to order together", () => {
  test("are all that are ready until the customer chooses", () => {
    const carts = [
      cartOf(1),
      cartOf(2, { problems: ["address_missing"] }),
      cartOf(3, { problems: ["contact_missing"] }),
      cartOf(4, { fulfilment: null }),
    ];
    expect(idsOf(chosenOf(carts, null))).toEqual([1, 3]);
    expect(idsOf(chosenOf(carts, new Set([2, 3])))).toEqual([3]);
    expect(chosenOf(carts, new Set())).toEqual([]);
  });

  test("share a currency", () => {
    const carts = [cartOf(2, {}, "GBP"), cartOf(1), cartOf(3)];
    expect(idsOf(chosenOf(carts, null))).toEqual([1, 3]);
    expect(idsOf(chosenOf(carts, new Set([2])))).toEqual([2]);
  });

  test("are no more than the server takes", () => {
    const carts = Array.from({ length: MAX_TOGETHER + 2 }, (_, id) => cartOf(id));
    expect(chosenOf(carts, null)).toHaveLength(MAX_TOGETHER);
  });
});

test("a cart in another currency starts a new choice", () => {
  const chosen = [cartOf(1), cartOf(3)];
  expect([...withChoice(chosen, cartOf(4), true)]).toEqual([1, 3, 4]);
  expect([...withChoice(chosen, cartOf(3), false)]).toEqual([1]);
  expect([...withChoice(chosen, cartOf(2, {}, "GBP"), true)]).toEqual([2]);
});

test("a cart that cannot join names the reason", () => {
  const chosen = [cartOf(1)];
  expect(barrierOf(cartOf(1), chosen)).toBeNull();
  expect(barrierOf(cartOf(2), chosen)).toBeNull();
  expect(barrierOf(cartOf(2, {}, "GBP"), chosen)).toBe("currency");
  expect(barrierOf(cartOf(2, { problems: ["lines"] }), chosen)).toBe("incomplete");
  const full = Array.from({ length: MAX_TOGETHER }, (_, id) => cartOf(id));
  expect(barrierOf(cartOf(99), full)).toBe("full");
});

test("sum, payment on site and contact follow from all carts", () => {
  const carts = [cartOf(1, { total: 380 }), cartOf(2, { total: 1_020, problems: ["contact_missing"] })];
  expect(sumOf(carts)).toBe(1_400);
  expect(isPaidOnSite(carts)).toBe(true);
  expect(isPaidOnSite([...carts, cartOf(3, { fulfilment: "delivery" })])).toBe(false);
  const { company } = cartOf(4);
  const inAdvance = { ...cartOf(4), company: { ...company, takes_payment_on_site: false } };
  expect(isPaidOnSite([...carts, inAdvance])).toBe(false);
  expect(needsContact(carts)).toBe(true);
  expect(needsContact(carts.slice(0, 1))).toBe(false);
});
