import { describe, expect, test } from "vitest";
import { calendarDay } from "@/test/bookings";
import { chooseDate, daysByDate, mayDepart } from "./stay";

const days = daysByDate([
  calendarDay("2026-12-01", { left: 3, min_nights: 2 }),
  calendarDay("2026-12-02", { left: 1, min_nights: 1 }),
  calendarDay("2026-12-03", { state: "full", left: 0 }),
  calendarDay("2026-12-04", { left: 3, min_nights: 1 }),
  calendarDay("2026-12-05", { state: "closed", left: 0 }),
]);
const none = { date: null, until: null, rooms: 1 };
const arrived = (date: string, rooms = 1) => ({ date, until: null, rooms });

describe("a stay", () => {
  test("begins on a free date", () => {
    expect(chooseDate(none, "2026-12-01", days)).toEqual({ date: "2026-12-01", until: null });
    expect(chooseDate(none, "2026-12-03", days)).toBeNull();
    expect(chooseDate(none, "2026-12-09", days)).toBeNull();
  });

  test("may end on a day that is full", () => {
    expect(chooseDate(arrived("2026-12-02"), "2026-12-03", days)).toEqual({
      date: "2026-12-02",
      until: "2026-12-03",
    });
  });

  test("does not end before the minimum stay", () => {
    expect(mayDepart(arrived("2026-12-01"), "2026-12-02", days)).toBe(false);
    expect(mayDepart(arrived("2026-12-01"), "2026-12-03", days)).toBe(true);
  });

  test("does not cross a night that is full", () => {
    expect(mayDepart(arrived("2026-12-02"), "2026-12-04", days)).toBe(false);
  });

  test("needs enough rooms each night", () => {
    expect(mayDepart(arrived("2026-12-01", 2), "2026-12-03", days)).toBe(false);
  });

  test("begins again on an earlier date", () => {
    expect(chooseDate(arrived("2026-12-04"), "2026-12-01", days)).toEqual({
      date: "2026-12-01",
      until: null,
    });
  });

  test("begins again once it is complete", () => {
    const stay = { date: "2026-12-01", until: "2026-12-03", rooms: 1 };
    expect(chooseDate(stay, "2026-12-04", days)).toEqual({ date: "2026-12-04", until: null });
  });
});
