import { describe, expect, test } from "vitest";
import { aDay, aSlot, calendarDay } from "@/test/bookings";
import type { AvailabilityEvent, Shown } from "./availability";
import { applyToCalendar, applyToDay, applyToOccurrences, changedStarts, withDay } from "./availability";
import { availabilityTopic, eventsSince, MAX_RECENT } from "./availabilityTopic";

const shown: Shown = { offering: 1, variants: [10, 11] };
const ZONE = "Europe/Lisbon";
const nine = "2026-11-27T09:00:00.000Z";
const ten = "2026-11-27T10:00:00.000Z";
const eleven = "2026-11-27T11:00:00.000Z";

const staffed = aDay([
  aSlot(nine, ten, { resources: [1, 2], left: 2 }),
  aSlot(ten, eleven, { resources: [1], left: 1 }),
]);
const counted = aDay([
  aSlot(nine, ten, {
    left: 7,
    variants: [
      { variant_id: 10, name: "Adult", price: 900, left: 5 },
      { variant_id: 11, name: "Child", price: 400, left: 2 },
    ],
  }),
]);
const occupied = (resource_id: number, starts_at: string, ends_at: string): AvailabilityEvent => ({
  type: "occupied",
  resource_id,
  starts_at,
  ends_at,
});
const units = (variant_id: number, change: number, starts_at = nine): AvailabilityEvent => ({
  type: "units",
  variant_id,
  starts_at,
  change,
});

describe("an occupied resource", () => {
  test("leaves the slots that it overlaps", () => {
    const { state, stale } = applyToDay(staffed, occupied(1, nine, ten), shown);
    expect(state.slots[0]).toMatchObject({ resources: [2], left: 1 });
    expect(state.slots[1]).toBe(staffed.slots[1]);
    expect(stale).toBe(false);
  });

  test("leaves both slots that it overlaps in part", () => {
    const { state } = applyToDay(
      staffed,
      occupied(1, "2026-11-27T09:30:00.000Z", "2026-11-27T10:30:00.000Z"),
      shown,
    );
    expect(state.slots.map(({ left }) => left)).toEqual([1, 0]);
  });

  test("fills the last place, and the day is read again", () => {
    const { state, stale } = applyToDay(staffed, occupied(1, ten, eleven), shown);
    expect(state.slots[1]).toMatchObject({ resources: [], left: 0 });
    expect(stale).toBe(true);
  });

  test("leaves as much as the scarcer of staff and equipment", () => {
    const day = aDay([aSlot(nine, ten, { resources: [1, 2, 7, 8], left: 2 })], {
      staff: [1, 2].map((id) => ({ id, name: "Ana", title: "", picture: null })),
    });
    const one = applyToDay(day, occupied(7, nine, ten), shown).state;
    expect(one.slots[0]).toMatchObject({ resources: [1, 2, 8], left: 1 });
    const both = applyToDay(one, occupied(1, nine, ten), shown).state;
    expect(both.slots[0]).toMatchObject({ resources: [2, 8], left: 1 });
    const none = applyToDay(both, occupied(8, nine, ten), shown);
    expect(none.state.slots[0]).toMatchObject({ resources: [], left: 0 });
    expect(none.stale).toBe(true);
  });

  test("changes nothing if it serves another offering", () => {
    expect(applyToDay(staffed, occupied(9, nine, eleven), shown)).toEqual({ state: staffed, stale: false });
  });

  test("makes a slot of joined tables uncertain", () => {
    const joined = aDay([aSlot(nine, ten, { left: 1 })]);
    expect(applyToDay(joined, occupied(3, nine, ten), shown)).toEqual({ state: joined, stale: true });
  });

  test("applied twice is applied once", () => {
    const once = applyToDay(staffed, occupied(1, nine, ten), shown).state;
    expect(applyToDay(once, occupied(1, nine, ten), shown).state).toBe(once);
  });
});

describe("a freed resource", () => {
  const freed = (starts_at: string, ends_at: string): AvailabilityEvent => ({
    type: "freed",
    resource_id: 1,
    starts_at,
    ends_at,
  });

  test("makes the day stale", () => {
    expect(applyToDay(staffed, freed(nine, ten), shown)).toEqual({ state: staffed, stale: true });
  });

  test("of another day changes nothing", () => {
    const next = freed("2026-11-28T09:00:00.000Z", "2026-11-28T10:00:00.000Z");
    expect(applyToDay(staffed, next, shown).stale).toBe(false);
  });
});

describe("units", () => {
  test("are taken from their variant and the slot", () => {
    const { state } = applyToDay(counted, units(10, -3), shown);
    expect(state.slots[0]).toMatchObject({ left: 4, variants: [{ left: 2 }, { left: 2 }] });
  });

  test("are given back", () => {
    expect(applyToDay(counted, units(11, 2), shown).state.slots[0]?.left).toBe(9);
  });

  test("are never below zero", () => {
    const { state } = applyToDay(counted, units(11, -5), shown);
    expect(state.slots[0]?.variants[1]?.left).toBe(0);
    expect(state.slots[0]?.left).toBe(5);
  });

  test("of another offering or start change nothing", () => {
    expect(applyToDay(counted, units(99, -1), shown).state).toBe(counted);
    expect(applyToDay(counted, units(10, -1, ten), shown).state).toBe(counted);
  });

  test("that reopen a full slot make the day stale", () => {
    const full = aDay([
      aSlot(nine, ten, { left: 0, variants: [{ variant_id: 10, name: "", price: 1, left: 0 }] }),
    ]);
    expect(applyToDay(full, units(10, 1), shown)).toEqual({ state: full, stale: true });
  });

  test("of a variant that is not counted stay", () => {
    const open = aDay([
      aSlot(nine, ten, { left: 2 ** 63, variants: [{ variant_id: 10, name: "", price: 1, left: 2 ** 63 }] }),
    ]);
    expect(applyToDay(open, units(10, -1), shown).state.slots[0]?.variants[0]?.left).toBe(2 ** 63);
  });
});

describe("sold out and rules", () => {
  test("sold out closes every slot of the offering", () => {
    const { state } = applyToDay(counted, { type: "sold_out", offering_id: 1, sold_out: true }, shown);
    expect(state.slots[0]).toMatchObject({ left: 0, variants: [{ left: 0 }, { left: 0 }] });
  });

  test.each([
    [{ type: "sold_out", offering_id: 1, sold_out: false }, true],
    [{ type: "sold_out", offering_id: 2, sold_out: true }, false],
    [{ type: "rules", offering_id: null }, true],
    [{ type: "rules", offering_id: 1 }, true],
    [{ type: "rules", offering_id: 2 }, false],
    [{ type: "later" }, false],
  ])("%o makes the day stale: %s", (event, stale) => {
    expect(applyToDay(staffed, event as AvailabilityEvent, shown)).toEqual({ state: staffed, stale });
  });
});

describe("the calendar", () => {
  const days = [
    calendarDay("2026-11-27", { price: 9000, left: 2 }),
    calendarDay("2026-11-28", { state: "full", price: null, left: 0 }),
    calendarDay("2026-11-29", { state: "closed", price: null, left: 0 }),
  ];
  const midnight = "2026-11-27T00:00:00.000Z";

  test("counts the units of a night", () => {
    const { state } = applyToCalendar(days, units(10, -1, midnight), shown, ZONE);
    expect(state[0]).toMatchObject({ state: "free", left: 1, price: 9000 });
  });

  test("marks a night as full with its last unit", () => {
    const { state } = applyToCalendar(days, units(10, -2, midnight), shown, ZONE);
    expect(state[0]).toMatchObject({ state: "full", left: 0, price: null });
  });

  test("is stale if a full night is free again", () => {
    expect(applyToCalendar(days, units(10, 1, "2026-11-28T00:00:00.000Z"), shown, ZONE).stale).toBe(true);
  });

  test("keeps closed days closed", () => {
    const event = units(10, 1, "2026-11-29T00:00:00.000Z");
    expect(applyToCalendar(days, event, shown, ZONE)).toEqual({ state: days, stale: false });
  });

  test("finds the local date of an instant", () => {
    const tokyo = units(10, -1, "2026-11-26T15:00:00.000Z");
    expect(applyToCalendar(days, tokyo, shown, "Asia/Tokyo").state[0]?.left).toBe(1);
  });

  test("is full when the offering is sold out", () => {
    const { state } = applyToCalendar(
      days,
      { type: "sold_out", offering_id: 1, sold_out: true },
      shown,
      ZONE,
    );
    expect(state.map((day) => day.state)).toEqual(["full", "full", "closed"]);
  });

  test("is stale if a resource of a shown day changes", () => {
    expect(applyToCalendar(days, occupied(1, nine, ten), shown, ZONE).stale).toBe(true);
    const later = occupied(1, "2027-01-02T09:00:00.000Z", "2027-01-02T10:00:00.000Z");
    expect(applyToCalendar(days, later, shown, ZONE).stale).toBe(false);
  });

  test("follows the slots of a day", () => {
    const full = aDay([aSlot(nine, ten, { left: 0 })]);
    expect(withDay(days, full)[0]).toMatchObject({ state: "full", left: 0 });
    expect(withDay(days, staffed)[0]).toMatchObject({ state: "free", left: 3 });
    expect(withDay(days, { ...staffed, date: "2026-11-29" })[2]?.state).toBe("closed");
  });
});

test("changed starts are those with other units", () => {
  const after = applyToDay(staffed, occupied(1, nine, ten), shown).state;
  expect(changedStarts(staffed, after)).toEqual([nine]);
  expect(changedStarts(staffed, staffed)).toEqual([]);
});

describe("the topic", () => {
  const start = availabilityTopic.snapshot({}, undefined);
  const next = (log: typeof start, event: AvailabilityEvent) =>
    availabilityTopic.event(log, event, 1) as typeof start;

  test("returns the events after a position", () => {
    const log = next(next(start, units(10, -1)), units(11, -1));
    expect(eventsSince(log, { epoch: 1, count: 1 })).toEqual([units(11, -1)]);
    expect(eventsSince(log, { epoch: 1, count: 2 })).toEqual([]);
  });

  test("reports missing events after a new snapshot", () => {
    const again = availabilityTopic.snapshot({}, next(start, units(10, -1)));
    expect(eventsSince(again, { epoch: 1, count: 1 })).toBeNull();
  });

  test("reports missing events after more than it keeps", () => {
    let log = start;
    for (let count = 0; count <= MAX_RECENT; count += 1) log = next(log, units(10, -1));
    expect(log.recent).toHaveLength(MAX_RECENT);
    expect(eventsSince(log, { epoch: 1, count: 0 })).toBeNull();
  });
});

describe("dated occurrences", () => {
  const occurrences = [nine, ten].map((at, id) => ({ id, starts_at: at, ends_at: eleven, left: 2 }));
  const apply = (event: AvailabilityEvent) => applyToOccurrences(occurrences, event, shown);

  test("count the units of their own start", () => {
    expect(apply(units(10, -2)).state.map(({ left }) => left)).toEqual([0, 2]);
    expect(apply(units(11, 1, ten)).state.map(({ left }) => left)).toEqual([2, 3]);
    expect(apply(units(10, -5)).state[0]?.left).toBe(0);
    expect(apply(units(99, -1)).state).toBe(occurrences);
  });

  test("are sold out with their offering, and read again when it is not", () => {
    const soldOut = (sold_out: boolean, offering_id = 1) =>
      apply({ type: "sold_out", offering_id, sold_out });
    expect(soldOut(true).state.map(({ left }) => left)).toEqual([0, 0]);
    expect(soldOut(false).stale).toBe(true);
    expect(soldOut(true, 2).state).toBe(occurrences);
  });
});
