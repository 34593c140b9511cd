import { expect, test } from "vitest";
import { aLine, anOrder } from "@/test/orders";
import { amountOfUnits, itemsOf, problemsOf } from "./refund";

const order = anOrder({
  lines: [
    aLine({ quantity: 3, returnable: 3, paid: 1000 }),
    aLine({ quantity: 2, returnable: 1, paid: 501 }),
  ],
  refundable: 1200,
});

test("units are worth their part of the line, with the rest in the last", () => {
  const worth = (line: number, quantity: number) => amountOfUnits(order, new Map([[line, quantity]]));
  expect([worth(0, 1), worth(0, 2), worth(0, 3)]).toEqual([333, 666, 1000]);
  // One of the two went back before.
  expect(worth(1, 1)).toBe(251);
  expect(itemsOf(new Map([[0, 0]]))).toEqual([]);
});

test.each([
  ["nothing", { by: "amount", amount: null, reason: "" }, { amount: "missing", reason: "missing" }],
  ["zero", { by: "amount", amount: 0, reason: "Cold" }, { amount: "missing" }],
  ["more than is left", { by: "amount", amount: 1201, reason: "Cold" }, { amount: "above" }],
  ["all that is left", { by: "amount", amount: 1200, reason: "Cold" }, {}],
  ["no items", { by: "items", amount: 500, reason: "Cold" }, { items: "missing" }],
] as const)("a refund of %s names its fields", (_, fields, problems) => {
  expect(problemsOf(order, { units: new Map(), ...fields })).toEqual(problems);
});

test("items above what is left are refused", () => {
  const units = new Map([
    [0, 3],
    [1, 1],
  ]);
  expect(problemsOf(order, { by: "items", amount: null, units, reason: "Cold" })).toEqual({ items: "above" });
});
