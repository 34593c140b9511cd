import { expect, test } from "vitest";
import { exceeded } from "./limits";

const PLAN = { key: "start", members: 5, promo_codes: 10, advertisements: 1 } as const;

test("names the limits that are exceeded", () => {
  expect(exceeded(PLAN, { members: 5, promo_codes: 10, advertisements: 1 })).toEqual([]);
  expect(exceeded(PLAN, { members: 6, promo_codes: 10, advertisements: 1 })).toEqual(["members"]);
  expect(exceeded(PLAN, { members: 6, promo_codes: 11, advertisements: 1 })).toEqual([
    "members",
    "promo_codes",
  ]);
});
