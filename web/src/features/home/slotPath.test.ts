import { expect, test } from "vitest";
import type { TonightOffering } from "./api";
import { slotPath } from "./slotPath";

const offer = { id: 7, date: "2026-11-22", members: 2 } as TonightOffering;
const slot = { starts_at: "2026-11-22T19:30:00Z", time: "20:30", left: 1, occurrence_id: null };

test("a time leads to its booking with the party", () => {
  const { searchParams } = new URL(slotPath(offer, slot), "http://plaza.example");
  expect(Object.fromEntries(searchParams)).toEqual({
    offering: "7",
    date: "2026-11-22",
    slot: "2026-11-22T19:30:00Z",
    members: "2",
  });
});

test("a dated ticket leads to its date", () => {
  expect(slotPath(offer, { ...slot, occurrence_id: 9 })).toContain("slot=9");
});
