import { describe, expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import type { Cart } from "@/shared/cart/types";
import { aCart, aLine } from "@/test/carts";
import { attemptId, endAttempt } from "./attempt";
import { contactOf, trimmed } from "./contact";
import { lacksPlace, lowestFee, sortedOptions } from "./fulfilment";
import { firstBlocked, problemsIn } from "./problems";
import { refusalOf } from "./refusal";
import { timeIn } from "./time";
import { isOwnTip, tipChoices } from "./tip";

describe("the key of an attempt", () => {
  test("stays the same for the same order", () => {
    const promisedAt = (promised_at: string) =>
      aCart({
        promised_at,
        options: [{ kind: "collect", minutes: 10, minimum_order: 0, zones: [], promised_at }],
      });
    const first = attemptId([promisedAt("2026-11-22T10:00:00Z")], "card");
    expect(attemptId([promisedAt("2026-11-22T10:05:00Z")], "card")).toBe(first);
  });

  test("changes with the cart and the payment", () => {
    const first = attemptId([aCart()], "card");
    expect(attemptId([aCart()], "on_site")).not.toBe(first);
    expect(attemptId([aCart({ lines: [aLine({ quantity: 2 })] })], "card")).not.toBe(first);
  });

  test("ends with the order", () => {
    const first = attemptId([aCart()], "card");
    endAttempt([7]);
    expect(attemptId([aCart()], "card")).not.toBe(first);
  });
});

test("missing details are problems after an attempt only", () => {
  const cart = aCart({ problems: ["fulfilment_missing", "minimum_order"] });
  expect(problemsIn(cart, "how", false)).toEqual([]);
  expect(problemsIn(cart, "how", true)).toEqual(["fulfilment_missing"]);
  expect(problemsIn(cart, "items", false)).toEqual(["minimum_order"]);
});

test("the first part from the top is mended first", () => {
  expect(firstBlocked(aCart({ problems: ["promo_code", "address_missing"] }))).toBe("where");
  expect(firstBlocked(aCart({ problems: ["contact_missing"] }))).toBeNull();
});

test("options stand by order type and name the lowest fee", () => {
  const option = { minutes: 10, minimum_order: 0, zones: [], promised_at: null };
  const delivery = {
    ...option,
    kind: "delivery" as const,
    zones: [
      { up_to_metres: 900, fee: 300, free_from: null },
      { up_to_metres: 100, fee: 100, free_from: 900 },
    ],
  };
  const sorted = sortedOptions([delivery, { ...option, kind: "onsite" }]);
  expect(sorted.map(({ kind }) => kind)).toEqual(["onsite", "delivery"]);
  expect(lowestFee(delivery)).toBe(100);
});

test("tips are full steps of ten minor units", () => {
  expect(tipChoices(1_234).map(({ amount }) => amount)).toEqual([60, 120, 190]);
});

test("a tip that no button names is an own one", () => {
  expect(isOwnTip(120, 1_234)).toBe(false);
  expect(isOwnTip(0, 1_234)).toBe(false);
  expect(isOwnTip(120, 2_468)).toBe(false);
  expect(isOwnTip(150, 1_234)).toBe(true);
});

test("a fee that depends on the place needs one", () => {
  const zone = (up_to_metres: number) => ({ up_to_metres, fee: 100, free_from: null });
  const cartTo = (latitude: number | null, zones: number) =>
    aCart({
      fulfilment: "delivery",
      address: { latitude, longitude: latitude } as Cart["address"],
      options: [
        {
          kind: "delivery",
          minutes: 40,
          minimum_order: 0,
          zones: Array.from({ length: zones }, (_, at) => zone(at)),
          promised_at: null,
        },
      ],
    });
  expect(lacksPlace(cartTo(null, 2))).toBe(true);
  expect(lacksPlace(cartTo(41.4, 2))).toBe(false);
  expect(lacksPlace(cartTo(null, 1))).toBe(false);
  expect(lacksPlace({ ...cartTo(null, 1), problems: ["address_outside"] })).toBe(true);
});

test("a contact starts with the cart, else with the profile", () => {
  const user = { firstName: "Anne-Lise", lastName: "Moreau", email: "a@plaza.example", phone: null };
  const known = user as Parameters<typeof contactOf>[1];
  expect(contactOf(aCart(), known)).toMatchObject({ customer_name: "Anne Lise Moreau", email: user.email });
  expect(contactOf(aCart({ customer_name: "Nora" }), known).customer_name).toBe("Nora");
  expect(trimmed({ customer_name: " A  B ", contact_number: " 1 ", email: "e ", note: " n" })).toEqual({
    customer_name: "A B",
    contact_number: "1",
    email: "e",
    note: "n",
  });
});

test.each([
  ["order.price_changed", "refusal.price"],
  ["order.sold_out", "refusal.soldOut"],
  ["network", "common:error.network"],
  ["order.paused", "refusal.other"],
])("refusal %s has the words %s", (code, words) =>
  expect(refusalOf(new ApiError({ code, message: "", status: 409 }))).toBe(words),
);

test("a time is read in the zone of the company", () => {
  expect(timeIn("Asia/Tokyo", Date.parse("2026-11-22T10:05:00Z"))).toBe("19:05");
});
