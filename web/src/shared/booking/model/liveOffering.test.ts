import { expect, test } from "vitest";
import type { OfferingDetails } from "@/shared/offering/types";
import { anOffering } from "@/test/bookings";
import { applyToOffering, markSoldOut } from "./liveOffering";

const EPOCH = "1970-01-01T00:00:00.000Z";
const shirt = (left: number | null): OfferingDetails =>
  ({
    ...anOffering(),
    availability: "stock",
    variants: [{ id: 10, name: "", attributes: {}, price: 900, capacity: 9, left, sold_out: left === 0 }],
  }) as unknown as OfferingDetails;
const units = (change: number, starts_at = EPOCH, variant_id = 10) =>
  ({ type: "units", variant_id, starts_at, change }) as const;

test.each([
  [3, -1, 2, false, false],
  [1, -1, 0, true, false],
  [0, 1, 1, true, true],
])("a stock of %i changed by %i is %i", (before, change, left, sold_out, stale) => {
  const applied = applyToOffering(shirt(before), units(change));
  expect(applied.state.variants[0]).toMatchObject({ left, sold_out });
  expect(applied.stale).toBe(stale);
});

test("units of a date or of another offering change no stock", () => {
  const before = shirt(3);
  expect(applyToOffering(before, units(-1, "2026-12-01T10:00:00.000Z")).state).toBe(before);
  expect(applyToOffering(before, units(-1, EPOCH, 99)).state).toBe(before);
  expect(applyToOffering(shirt(null), units(-1)).state.variants[0]?.left).toBeNull();
});

test("a sold-out offering is marked, and read again when it is back", () => {
  const event = { type: "sold_out", offering_id: 1, sold_out: true } as const;
  expect(applyToOffering(shirt(3), event)).toMatchObject({ state: { sold_out: true }, stale: false });
  expect(applyToOffering(shirt(3), { ...event, sold_out: false }).stale).toBe(true);
  expect(markSoldOut([anOffering(), anOffering({ id: 2 })], event).map((one) => one.sold_out)).toEqual([
    true,
    false,
  ]);
});

test("new rules of the company are read again", () => {
  expect(applyToOffering(shirt(3), { type: "rules", offering_id: null }).stale).toBe(true);
  expect(applyToOffering(shirt(3), { type: "rules", offering_id: 7 }).stale).toBe(false);
});
