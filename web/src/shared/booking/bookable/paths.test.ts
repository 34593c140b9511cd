import { expect, test } from "vitest";
import { slotPath, stayPath } from "./paths";

const party = { date: "2026-11-22", members: 2 };
const slot = { starts_at: "2026-11-22T19:30:00Z", occurrence_id: null };
const valuesOf = (path: string) =>
  Object.fromEntries(new URL(path, "http://plaza.example").searchParams.entries());

test("a time leads to its booking with the party", () => {
  expect(valuesOf(slotPath(7, party, slot))).toEqual({
    offering: "7",
    date: "2026-11-22",
    slot: "2026-11-22T19:30:00Z",
    members: "2",
  });
});

test("a dated ticket leads to its date", () => {
  expect(slotPath(7, party, { ...slot, occurrence_id: 9 })).toContain("slot=9");
});

test("a stay leads to its booking with both days and the room", () => {
  const stay = {
    variant_id: 4,
    check_in: "2026-11-27",
    check_out: "2026-11-29",
    nights: 2,
    total: 35000,
    vat_added: 0,
    left: 1,
  };
  expect(valuesOf(stayPath(7, { members: 2, children: 0 }, stay))).toEqual({
    offering: "7",
    date: "2026-11-27",
    until: "2026-11-29",
    variant: "4",
    members: "2",
  });
  expect(valuesOf(stayPath(7, { members: 3, children: 1 }, stay))).toMatchObject({
    members: "3",
    children: "1",
  });
});
