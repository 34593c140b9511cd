import { expect, test } from "vitest";
import { aConcert, aReservation } from "@/test/bookings";
import { bookedClasses, chargedFee, hasListedItems, paymentState } from "./bill";

const night = (starts_at: string, unit_price: number) => ({
  variant_id: 10,
  name: "Double room",
  starts_at,
  quantity: 2,
  unit_price,
});

test("the nights of a stay are one class with their sum", () => {
  const stay = aReservation({
    items: [night("2126-11-27T15:00:00Z", 9000), night("2126-11-28T15:00:00Z", 12000)],
  });
  expect(bookedClasses(stay)).toEqual([{ id: 10, name: "Double room", quantity: 2, amount: 42000 }]);
});

test("one unit without a name is not listed, several are by the offering", () => {
  const items = (quantity: number) => [{ ...night("2126-11-27T15:00:00Z", 0), name: "", quantity }];
  expect(hasListedItems({ items: items(1) })).toBe(false);
  expect(hasListedItems({ items: items(2) })).toBe(true);
  expect(bookedClasses(aReservation({ items: items(2) }))[0]?.name).toBe("Dinner");
});

test.each([
  [{ total: 0 }, null],
  [{ order_id: null }, "due"],
  [{ order_id: 8 }, "due"],
  [{ order_id: 8, is_paid: true }, "paid"],
  [{ order_id: 8, is_paid: true, refunded: 9000, state: "cancelled_by_company" }, "refunded"],
  [{ state: "completed" }, "paid"],
  [{ state: "completed", order_id: 8 }, "due"],
  [{ state: "no_show" }, null],
  [{ state: "cancelled_by_user", order_id: 8, refunded: 9000 }, null],
] as const)("the payment of %j is %s", (change, state) => {
  expect(paymentState(aConcert(change))).toBe(state);
});

test("only a customer is charged a fee", () => {
  expect(chargedFee(aConcert({ state: "cancelled_by_user", cancel_fee: 500 }))).toBe(500);
  expect(chargedFee(aConcert({ state: "confirmed", cancel_fee: 500 }))).toBe(0);
});
