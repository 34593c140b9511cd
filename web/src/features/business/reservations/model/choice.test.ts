import { describe, expect, test } from "vitest";
import { aSlot } from "@/test/bookings";
import type { CompanyDay } from "../types";
import { freePlace, missingOf, ownPlace, placesOf, requestOf, startChoice } from "./choice";

const at = "2126-11-27T20:00:00Z";
const aCompanyDay = (change: Partial<CompanyDay>): CompanyDay => ({
  date: "2126-11-27",
  time_zone: "Europe/Lisbon",
  slots: [],
  places: [],
  variants: [],
  ...change,
});
const aPlace = (id: number, kind: "staff" | "table" | "equipment") => ({
  id,
  kind,
  name: `P${id}`,
  title: "",
  seats_min: 1,
  seats_max: 4,
  area: "",
});
const slot = aSlot(at, "2126-11-27T21:30:00Z", { resources: [3, 4], left: 2 });

describe("a place", () => {
  test("is of the first kind that serves the offering", () => {
    const places = [aPlace(7, "equipment"), aPlace(3, "staff"), aPlace(4, "staff")];
    expect(placesOf(aCompanyDay({ places })).map(({ id }) => id)).toEqual([3, 4]);
  });

  test("of a reservation is its only one of the first kind", () => {
    expect(ownPlace([aPlace(7, "equipment"), aPlace(3, "staff")])).toBe(3);
    expect(ownPlace([aPlace(1, "table"), aPlace(2, "table")])).toBeNull();
    expect(ownPlace([])).toBeNull();
  });

  test("is asked for where it is free only", () => {
    const day = aCompanyDay({ slots: [slot] });
    const choice = startChoice("2126-11-27", { startsAt: at, place: 4 });
    expect(requestOf("table", day, choice)).toEqual({ starts_at: at, resource_id: 4 });
    expect(freePlace(slot, { ...choice, place: 9 })).toBeNull();
    expect(requestOf("table", day, { ...choice, place: 9 })).toEqual({ starts_at: at });
  });
});

test("tickets are the party, and at least one is needed", () => {
  const day = aCompanyDay({ slots: [aSlot(at, at, { occurrence_id: 6, left: 9 })] });
  const choice = startChoice("2126-11-27", { startsAt: at });
  expect(missingOf("occurrence", day, choice)).toBe("units");
  const chosen = { ...choice, quantities: { 10: 2, 11: 1, 12: 0 } };
  expect(requestOf("occurrence", day, chosen)).toEqual({
    occurrence_id: 6,
    items: [
      { variant_id: 10, quantity: 2 },
      { variant_id: 11, quantity: 1 },
    ],
    members: 3,
  });
});

test("a start that is taken meanwhile is missing", () => {
  const choice = startChoice("2126-11-27", { startsAt: at });
  expect(missingOf("table", aCompanyDay({ slots: [{ ...slot, left: 0 }] }), choice)).toBe("time");
  expect(requestOf("table", undefined, choice)).toBeNull();
});

test("a stay needs a departure after its arrival", () => {
  const choice = startChoice("2126-11-27", { variant: 5 });
  expect(requestOf("nights", undefined, choice)).toEqual({
    check_in: "2126-11-27",
    check_out: "2126-11-28",
    items: [{ variant_id: 5, quantity: 1 }],
  });
  expect(missingOf("nights", undefined, { ...choice, until: "2126-11-27" })).toBe("departure");
});
