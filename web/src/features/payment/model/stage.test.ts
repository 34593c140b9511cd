import { expect, test } from "vitest";
import { failureOf, formatLeft, stageOf } from "./stage";

type Payable = Parameters<typeof stageOf>[0];

const order = (state: Payable["state"], payment: Payable["payment"]["state"], pay = true): Payable => ({
  state,
  can: { pay },
  payment: { state: payment, provider: "sandbox" },
});

test.each([
  [order("pending_payment", "requires_method"), "choose"],
  [order("pending_payment", "requires_action"), "bank"],
  [order("pending_payment", "processing"), "processing"],
  [order("pending_payment", "requires_method", false), "expired"],
  [order("cancelled", "voided", false), "expired"],
  [order("new", "paid", false), "completed"],
  [order("fulfilled", "partially_refunded", false), "completed"],
  [order("new", "refunded", false), "completed"],
  [order("fulfilled", "disputed", false), "completed"],
  [order("fulfilled", "charged_back", false), "completed"],
  [order("cancelled", "paid", false), "closed"],
  [order("cancelled", "refunded", false), "closed"],
  [order("cancelled", "partially_refunded", false), "closed"],
  [order("cancelled", "charged_back", false), "closed"],
] as const)("payment %#: %s", (payable, stage) => expect(stageOf(payable)).toBe(stage));

test("an order that is paid on site is complete", () => {
  const onSite = { state: "processing", provider: "on_site" } as const;
  expect(stageOf({ state: "new", can: { pay: false }, payment: onSite })).toBe("completed");
});

test("failures have words, unknown ones too", () => {
  expect([failureOf(null), failureOf("card_declined"), failureOf("fraud")]).toEqual([
    null,
    "card_declined",
    "other",
  ]);
});

test("the time left is counted in minutes and seconds", () => {
  expect([formatLeft(545_000), formatLeft(900), formatLeft(-5)]).toEqual(["9:05", "0:01", "0:00"]);
});
