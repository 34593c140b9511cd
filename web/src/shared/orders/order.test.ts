import { expect, test } from "vitest";
import { isPaid, wasPaid } from "./order";

test.each([
  ["processing", false, false],
  ["voided", false, false],
  ["paid", true, true],
  ["partially_refunded", true, true],
  ["disputed", true, true],
  ["refunded", false, true],
  ["charged_back", false, true],
] as const)("a payment that is %s: paid %s, was paid %s", (state, paid, ever) => {
  const order = { payment: { state } };
  expect([isPaid(order), wasPaid(order)]).toEqual([paid, ever]);
});
