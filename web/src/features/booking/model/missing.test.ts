import { expect, test } from "vitest";
import { anOffering } from "@/test/bookings";
import { missingOf } from "./missing";
import { startSelection } from "./selection";

const variant = (id: number) => ({ id, name: `${id}`, price: 900, capacity: 9, left: null, sold_out: false });
const variants = [variant(10), variant(11)];

test("a slot needs its time, an entry also a ticket", () => {
  const table = anOffering({ availability: "table", members_max: 4 });
  expect(missingOf(table, startSelection(table))).toEqual(["time"]);
  expect(missingOf(table, startSelection(table, { startsAt: "2026-11-27T19:30:00Z" }))).toEqual([]);
  const entry = anOffering({ availability: "timed_entry", variants });
  expect(missingOf(entry, startSelection(entry))).toEqual(["time", "tickets"]);
});

test("an event needs its date and at least one ticket", () => {
  const event = anOffering({ availability: "occurrence", variants });
  expect(missingOf(event, startSelection(event))).toEqual(["date", "tickets"]);
  const chosen = startSelection(event, { occurrence: 5, quantities: { 10: 1 } });
  expect(missingOf(event, chosen)).toEqual([]);
});

test("a tour for four needs four tickets", () => {
  const tour = anOffering({ availability: "occurrence", variants, members_min: 4 });
  const select = (quantity: number) => startSelection(tour, { occurrence: 5, quantities: { 10: quantity } });
  expect(missingOf(tour, select(3))).toEqual(["tickets"]);
  expect(missingOf(tour, select(4))).toEqual([]);
});

test("a stay needs arrival, departure, a room type and its guests", () => {
  const hotel = anOffering({ availability: "nights", members_max: 2, variants });
  const start = startSelection(hotel);
  expect(missingOf(hotel, start)).toEqual(["date"]);
  expect(missingOf(hotel, { ...start, date: "2026-12-01" })).toEqual(["departure"]);
  const stay = { ...start, date: "2026-12-01", until: "2026-12-03" };
  expect(missingOf(hotel, stay)).toEqual([]);
  expect(missingOf(hotel, { ...stay, variant: null, members: 3 })).toEqual(["members", "variant"]);
});

test("the first option on sale is chosen at the start", () => {
  const hotel = anOffering({
    availability: "nights",
    variants: [{ ...variant(10), sold_out: true }, variant(11)],
  });
  expect(startSelection(hotel).variant).toBe(11);
});
