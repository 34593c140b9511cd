import { describe, expect, test } from "vitest";
import type { OpeningState } from "@/shared/offering/types";
import { changesAt, stateAt } from "./openingState";

const at = (time: string) => Date.parse(`2026-06-01T${time}:00Z`);
const iso = (time: string) => new Date(at(time)).toISOString();
const open: OpeningState = { state: "open", closes_at: iso("20:00") };
const closed: OpeningState = { state: "closed", opens_at: iso("09:00") };

describe("stateAt", () => {
  test.each([
    [open, "19:00", "open"],
    [open, "19:30", "closing_soon"],
    [open, "20:00", "closed"],
    [closed, "07:59", "closed"],
    [closed, "08:00", "opening_soon"],
    [closed, "09:00", "open"],
  ] as const)("%o at %s is %s", (state, now, expected) => {
    expect(stateAt(state, at(now)).state).toBe(expected);
  });

  test("keeps a state without an end", () => {
    expect(stateAt({ state: "open", closes_at: null }, at("12:00")).state).toBe("open");
    expect(stateAt({ state: "closed", opens_at: null }, at("12:00")).state).toBe("closed");
  });
});

test("changesAt is the closing when open and the opening when closed", () => {
  expect([changesAt(open), changesAt(closed)]).toEqual([iso("20:00"), iso("09:00")]);
});
