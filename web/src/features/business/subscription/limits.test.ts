import { expect, test } from "vitest";
import { exceeded } from "./limits";

const PLAN = { key: "start", members: 5, promo_codes: 10 } as const;

test("names the limits that are exceeded", () => {
  expect(exceeded(PLAN, { members: 5, promo_codes: 10 })).toEqual([]);
  expect(exceeded(PLAN, { members: 6, promo_codes: 10 })).toEqual(["members"]);
  expect(exceeded(PLAN, { members: 6, promo_codes: 11 })).toEqual(["members", "promo_codes"]);
});
