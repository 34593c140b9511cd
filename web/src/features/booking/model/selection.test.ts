import { describe, expect, test } from "vitest";
import { stayError } from "@/shared/booking/model/stay";
import { anOffering } from "@/test/bookings";
import { estimate, searchOf, selectionFrom, startSelection, timeOf } from "./selection";

const at = "2026-11-27T19:30:00.000Z";
const variants = [
  { id: 10, name: "Adult", price: 900, capacity: 20, left: null, sold_out: false },
  { id: 11, name: "Child", price: 400, capacity: 20, left: null, sold_out: false },
];

describe("adults and children of a stay", () => {
  const room = anOffering({
    availability: "nights",
    members_min: 1,
    members_max: 3,
    details: { adults: 2, children: 1 },
  });

  test("stand in the address and in the time", () => {
    const selection = startSelection(room, {
      ...selectionFrom(new URLSearchParams("members=3&children=1&date=2026-12-01&until=2026-12-02"), room),
    });
    expect(timeOf(room, selection)).toMatchObject({ members: 3, children: 1 });
    expect(searchOf(room, selection)).toMatchObject({ members: "3", children: "1" });
  });

  test("travel on the tickets of a cruise", () => {
    const cruise = anOffering({ availability: "occurrence", variants });
    const chosen = startSelection(cruise, { occurrence: 5, quantities: { 10: 2 }, children: 4 });
    expect(timeOf(cruise, chosen)).toMatchObject({ members: 2, children: 1 });
    expect(timeOf(cruise, { ...chosen, children: 0 })).not.toHaveProperty("children");
  });
});

describe("the time to hold", () => {
  test("of a slot needs its start", () => {
    const offering = anOffering({ availability: "appointment", members_max: 1 });
    expect(timeOf(offering, startSelection(offering))).toBeNull();
    const selection = startSelection(offering, { startsAt: at, resource: 7 });
    expect(timeOf(offering, selection)).toEqual({ starts_at: at, members: 1, resource_id: 7 });
  });

  test("of an appointment names one of several treatments", () => {
    const offering = anOffering({ availability: "appointment", members_max: 1, variants });
    const selection = startSelection(offering, { startsAt: at, variant: 11 });
    expect(timeOf(offering, selection)).toMatchObject({ items: [{ variant_id: 11, quantity: 1 }] });
  });

  test("of a stay needs arrival and departure", () => {
    const offering = anOffering({ availability: "nights", members_max: 2 });
    const arrival = startSelection(offering, { date: "2026-12-01" });
    expect(timeOf(offering, arrival)).toBeNull();
    expect(timeOf(offering, { ...arrival, until: "2026-12-03", rooms: 2 })).toEqual({
      check_in: "2026-12-01",
      check_out: "2026-12-03",
      rooms: 2,
      members: 2,
      children: 0,
    });
  });

  test("of an occurrence needs at least one ticket", () => {
    const offering = anOffering({ availability: "occurrence", variants });
    const empty = startSelection(offering, { occurrence: 5 });
    expect(timeOf(offering, empty)).toBeNull();
    expect(timeOf(offering, { ...empty, quantities: { 10: 2, 11: 0 } })).toEqual({
      occurrence_id: 5,
      items: [{ variant_id: 10, quantity: 2 }],
      members: 2,
    });
  });
});

test("an estimate adds the chosen variants", () => {
  const offering = anOffering({ availability: "timed_entry", variants });
  expect(estimate(offering, startSelection(offering, { quantities: { 10: 2, 11: 1 } }))).toBe(2200);
  const table = anOffering({ availability: "table" });
  expect(estimate(table, startSelection(table))).toBe(4500);
  const room = anOffering({ availability: "nights" });
  expect(estimate(room, startSelection(room))).toBeNull();
});

test.each([
  ["2026-12-02", 1, null],
  ["2026-12-02", 2, "tooShort"],
  ["2027-01-01", 1, "tooLong"],
])("a stay until %s of at least %i nights: %s", (until, nights, error) => {
  expect(stayError("2026-12-01", until, nights)).toBe(error);
});

describe("an address", () => {
  const of = (query: string, availability: "table" | "occurrence") =>
    selectionFrom(
      new URLSearchParams(query),
      anOffering({ availability, occurrences: [{ id: 5, starts_at: at, ends_at: at, left: 1 }] }),
    );

  test("names the slot and its day", () => {
    const slot = "2026-11-28T23:30:00.000Z";
    expect(of(`slot=${slot}&members=4`, "table")).toMatchObject({
      startsAt: slot,
      date: "2026-11-29",
      members: 4,
    });
  });

  test("names an occurrence by id", () => {
    expect(of("slot=5", "occurrence")).toMatchObject({ occurrence: 5, startsAt: null });
  });

  test("opens tickets of one class with the party", () => {
    const [adult] = variants;
    const open = (query: string, change: Parameters<typeof anOffering>[0] = {}) => {
      const concert = anOffering({
        availability: "occurrence",
        members_min: 2,
        members_max: 20,
        variants: adult ? [adult] : [],
        ...change,
      });
      return startSelection(concert, selectionFrom(new URLSearchParams(query), concert)).quantities;
    };
    expect(open("slot=5&members=4")).toEqual({ 10: 4 });
    expect(open("slot=5&members=4", { availability: "timed_entry" })).toEqual({ 10: 4 });
    expect(open("slot=5")).toEqual({ 10: 2 });
    expect(open("slot=5&members=1")).toEqual({ 10: 2 });
    expect(open("slot=5&members=40")).toEqual({ 10: 20 });
    expect(open("slot=5&members=4&items=10:3")).toEqual({ 10: 3 });
    expect(open("slot=5&members=4", { variants })).toEqual({});
  });

  test("opens at most twenty tickets of all classes together", () => {
    const concert = anOffering({ availability: "occurrence", variants });
    const quantities = (items: string) => selectionFrom(new URLSearchParams({ items }), concert).quantities;
    expect(quantities("10:12,11:12")).toEqual({ 10: 12, 11: 8 });
    expect(quantities("10:99,11:1")).toEqual({ 10: 20 });
    expect(quantities("10:0.5,11:x,12:3")).toEqual({ 10: 1 });
  });

  test("with other words is ignored", () => {
    expect(of("slot=soon&date=friday", "table")).toMatchObject({
      startsAt: null,
      date: null,
      occurrence: null,
    });
  });
});
