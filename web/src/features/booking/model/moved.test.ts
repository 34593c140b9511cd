import { expect, test } from "vitest";
import { movedTerms } from "./moved";

test("a moved booking keeps its terms of cancellation", () => {
  const booking = {
    starts_at: "2026-12-10T10:00:00Z",
    free_cancel_until: "2026-12-09T10:00:00Z",
    cancel_fee: 2_250,
    total: 4_500,
    currency: "EUR",
  };
  expect(movedTerms(booking, "2026-12-20T09:00:00Z", 4_501)).toEqual({
    free_cancel_until: "2026-12-19T09:00:00.000Z",
    cancel_fee: 2_250,
    currency: "EUR",
  });
  expect(movedTerms({ ...booking, total: 0, cancel_fee: 0 }, "2026-12-20T09:00:00Z", 900).cancel_fee).toBe(0);
});
