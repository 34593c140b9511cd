import { expect, test } from "vitest";
import type { NightRate } from "../../catalogue/api";
import { closeNights, openNights } from "./nightRates";

const nights = { variant: 3, from: "2026-12-10", to: "2026-12-12" };

test("closed nights are one rate, and opening them takes it away", () => {
  const price: NightRate = {
    variant_id: 3,
    from_date: "2026-12-01",
    to_date: "2026-12-31",
    weekdays: [6, 7],
    price: 9000,
  };
  const closed = closeNights([price], nights);
  expect(closed[1]).toMatchObject({ from_date: "2026-12-10", to_date: "2026-12-12", closed: true });
  expect(openNights(closed, nights)).toEqual([price]);
});

test("opening some nights keeps the others closed", () => {
  const closed = closeNights([], { ...nights, from: "2026-12-08", to: "2026-12-15" });
  expect(openNights(closed, nights).map(({ from_date, to_date }) => [from_date, to_date])).toEqual([
    ["2026-12-08", "2026-12-09"],
    ["2026-12-13", "2026-12-15"],
  ]);
  expect(openNights(closed, { ...nights, variant: 4 })).toEqual(closed);
});

test("a closed rate keeps its price when its nights open", () => {
  const rate: NightRate = {
    variant_id: 3,
    from_date: "2026-12-10",
    to_date: "2026-12-12",
    weekdays: [1],
    price: 9000,
    closed: true,
  };
  expect(openNights([rate], nights)).toEqual([{ ...rate, closed: false }]);
});
