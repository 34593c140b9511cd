import { describe, expect, test } from "vitest";
import { anOffering, calendarDay } from "@/test/bookings";
import type { RoomOffer } from "../types";
import { byState, cheapestDays, roomState } from "./rooms";
import { nightsOf, readStay, roomPath, writeStay } from "./staySearch";

const room = (change: Partial<RoomOffer> = {}): RoomOffer => ({
  ...anOffering({ availability: "nights", unit: "night" }),
  variant_id: 10,
  nights: 2,
  total: 18_000,
  vat_added: 900,
  left: 3,
  min_nights: 1,
  ...change,
});
const search = readStay(new URLSearchParams("date=2026-12-01&until=2026-12-03&adults=2&rooms=1"));

describe("the calendar of all rooms", () => {
  test("shows the cheapest room that is free", () => {
    const days = cheapestDays([
      [calendarDay("2026-12-02", { price: 9_000, left: 1 }), calendarDay("2026-12-01", { price: 9_000 })],
      [calendarDay("2026-12-02", { price: 7_000, left: 4 }), calendarDay("2026-12-01", { state: "full" })],
    ]);
    expect(days.map(({ date, price, left }) => [date, price, left])).toEqual([
      ["2026-12-01", 9_000, 1],
      ["2026-12-02", 7_000, 4],
    ]);
  });

  test("is full on a date when no room is free", () => {
    const full = calendarDay("2026-12-01", { state: "full", price: null, left: 0 });
    const closed = calendarDay("2026-12-01", { state: "closed", price: null, left: 0 });
    expect(cheapestDays([[closed], [full]])[0]?.state).toBe("full");
  });
});

describe("a room", () => {
  test("is free with the price of the stay", () => {
    expect(roomState(room(), search, [])).toEqual({ kind: "free", total: 18_000, vatAdded: 900, left: 3 });
  });

  test("counts what was taken since it was read", () => {
    const days = [calendarDay("2026-12-01", { left: 2 }), calendarDay("2026-12-02", { left: 5 })];
    expect(roomState(room(), search, days)).toMatchObject({ left: 2 });
    const full = [calendarDay("2026-12-02", { state: "full", left: 0 })];
    expect(roomState(room(), search, full)).toEqual({ kind: "full" });
  });

  test.each([
    [
      { total: null, min_nights: 3 },
      { kind: "short", nights: 3 },
    ],
    [{ left: 0, total: null }, { kind: "full" }],
    [{ sold_out: true }, { kind: "full" }],
    [{ left: null, total: null, nights: null }, { kind: "open" }],
  ] as const)("with %o is %o", (change, state) => {
    expect(roomState(room(change), search, [])).toEqual(state);
  });

  test("has too few left for several rooms", () => {
    expect(roomState(room(), { ...search, rooms: 4 }, [])).toEqual({ kind: "few", left: 3 });
  });

  test("that can be booked comes first", () => {
    const rooms = [{ state: { kind: "full" } as const }, { state: { kind: "open" } as const }];
    expect(byState(rooms).map(({ state }) => state.kind)).toEqual(["open", "full"]);
  });
});

describe("the search for a room", () => {
  test("stands in the address", () => {
    expect(readStay(writeStay(new URLSearchParams("details=beds:2"), search))).toEqual(search);
  });

  test("keeps the filter of the address, and forgets a departure", () => {
    const params = writeStay(new URLSearchParams("details=beds:2&until=2026-12-03"), {
      ...search,
      until: null,
    });
    expect(params.toString()).toBe("details=beds%3A2&date=2026-12-01&adults=2&children=0&rooms=1");
    expect(writeStay(params, search).toString()).toContain("date=2026-12-01&until=2026-12-03&");
  });

  test("ignores what makes no sense", () => {
    const params = new URLSearchParams("date=2026-12-03&until=2026-12-01&adults=0&rooms=99&children=-1");
    expect(readStay(params)).toEqual({ date: "2026-12-03", until: null, adults: 2, children: 0, rooms: 1 });
  });

  test("lists its nights", () => {
    expect(nightsOf(search)).toEqual(["2026-12-01", "2026-12-02"]);
  });

  test("leads to the booking with all of it chosen", () => {
    expect(roomPath(5, 10, search)).toBe(
      "/bookAppointment?offering=5&variant=10&date=2026-12-01&until=2026-12-03&members=2&rooms=1",
    );
    expect(roomPath(5, 10, { ...search, children: 1 })).toContain("members=3&children=1&rooms=1");
  });
});
