import { describe, expect, test } from "vitest";
import { anOffering } from "@/test/bookings";
import { clampTo, fitGuests, guestLimits, hasPartyChoice, memberLimits } from "./party";

describe("the limits of a party", () => {
  test.each([
    ["appointment", 1, { min: 1, max: 4 }],
    ["table", 1, { min: 1, max: 4 }],
    ["timed_entry", 1, { min: 1, max: 4 }],
    ["nights", 3, { min: 1, max: 12 }],
  ] as const)("of %s with %i rooms are %o", (availability, rooms, limits) => {
    expect(memberLimits(anOffering({ availability, members_min: 1, members_max: 4 }), rooms)).toEqual(limits);
  });

  test("hold a value between them", () => {
    expect([0, 3, 9].map((value) => clampTo({ min: 1, max: 4 }, value))).toEqual([1, 3, 4]);
  });
});

test("one person alone is no choice, rooms are", () => {
  expect(hasPartyChoice(anOffering({ availability: "appointment", members_max: 1 }))).toBe(false);
  expect(hasPartyChoice(anOffering({ availability: "table", members_max: 2 }))).toBe(true);
  expect(hasPartyChoice(anOffering({ availability: "nights", members_max: 1 }))).toBe(true);
});

describe("adults and children of a stay", () => {
  const room = anOffering({
    availability: "nights",
    members_min: 1,
    members_max: 3,
    details: { adults: 2, children: 1 },
  });

  test("have the places of the rooms", () => {
    expect(guestLimits(room, { members: 2, children: 0, rooms: 1 })).toEqual({
      adults: { min: 1, max: 2 },
      children: { min: 0, max: 1 },
    });
    expect(guestLimits(room, { members: 2, children: 0, rooms: 2 }).children.max).toBe(2);
    const plain = { ...room, details: {} };
    expect(guestLimits(plain, { members: 2, children: 0, rooms: 1 }).children.max).toBe(1);
  });

  test("fit fewer rooms", () => {
    expect(fitGuests(room, { members: 6, children: 2, rooms: 1 })).toEqual({ members: 3, children: 1 });
  });
});
