import { expect, test } from "vitest";
import type { NightRate } from "../../catalogue/api";
import { closeNights, openNights, recloseNights, reopenNights } from "./nightRates";

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

const since: NightRate = {
  variant_id: 3,
  from_date: "2026-12-20",
  to_date: "2026-12-24",
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  price: 15_000,
};

test("the way back of closed nights leaves what others have changed", () => {
  const before = closeNights([], { ...nights, from: "2026-12-11", to: "2026-12-11" });
  const now = [...closeNights(before, nights), since];
  expect(reopenNights(now, nights)).toEqual([...before, since]);
  // Someone else has opened a part: the rest is opened.
  const part = openNights(closeNights([], nights), { ...nights, to: "2026-12-10" });
  expect(reopenNights([...part, since], nights)).toEqual([since]);
});

test("the way back of opened nights closes those that were closed", () => {
  const [closed] = closeNights([], { ...nights, from: "2026-12-08", to: "2026-12-11" });
  const before = [{ ...closed, weekdays: [4, 5] } as NightRate];
  const now = [...openNights(before, nights), since];
  expect(recloseNights(now, nights, before)).toEqual([
    ...now,
    { ...before[0], from_date: "2026-12-10", to_date: "2026-12-11" },
  ]);
});
