import { expect, it } from "vitest";
import type { Order } from "@/shared/orders/types";
import { extrasOf, paidFor, refundOf } from "./returnModel";

const line = (paid: number, quantity: number) => ({ paid, quantity, returnable: quantity });
const lines = [line(1_000, 3)] as Order["lines"];

it("shares what was paid for a line among its units", () => {
  expect(paidFor({ lines }, 0, 1)).toBe(333);
  expect(paidFor({ lines }, 0, 3)).toBe(1_000);
  expect(paidFor({ lines }, 1, 1)).toBe(0);
});

it("adds delivery fee and tip to the whole order only", () => {
  const order = { lines: [line(1_000, 2), line(500, 1)] as Order["lines"], return_extras: 300 };
  const whole = new Map([
    [0, 2],
    [1, 1],
  ]);
  expect(refundOf(order, whole)).toBe(1_800);
  expect(extrasOf(order, whole)).toEqual({ amount: 300, included: true });
  expect(refundOf(order, new Map([[0, 2]]))).toBe(1_000);
  expect(extrasOf(order, new Map([[0, 2]]))?.included).toBe(false);
  expect(extrasOf({ ...order, return_extras: 0 }, whole)).toBeNull();
});
