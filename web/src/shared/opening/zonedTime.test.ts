import { describe, expect, test } from "vitest";
import { dateIn, daysAway, minutesApart, zonedTime } from "./zonedTime";

const now = Date.parse("2026-06-01T22:30:00Z");

describe("time in a company's zone", () => {
  test("dates follow the zone", () => {
    expect(dateIn("Europe/Paris", now)).toBe("2026-06-02");
    expect(dateIn("America/New_York", now)).toBe("2026-06-01");
  });

  test("counts calendar days of the zone", () => {
    expect(daysAway("Europe/Paris", Date.parse("2026-06-02T21:59:00Z"), now)).toBe(0);
    expect(daysAway("Europe/Paris", Date.parse("2026-06-02T22:00:00Z"), now)).toBe(1);
  });

  test("zones with the same clock are not apart", () => {
    expect(minutesApart("Europe/Paris", "Europe/Madrid", now)).toBe(0);
    expect(minutesApart("Asia/Tokyo", "Europe/Paris", now)).toBe(420);
  });

  test("names the zone only if the viewer's clock differs", () => {
    const at = Date.parse("2026-06-02T08:00:00Z");
    expect(zonedTime("fr", "Europe/Paris", at, now, "Europe/Madrid")).toEqual({
      time: "10:00",
      day: null,
      zone: null,
    });
    expect(zonedTime("en", "Asia/Tokyo", at, now, "Europe/Paris").zone).toBe("GMT+9");
  });

  test("gives a weekday within a week and a date later", () => {
    const day = (iso: string) => zonedTime("en", "Europe/Paris", Date.parse(iso), now, "Europe/Paris").day;
    expect(day("2026-06-05T07:00:00Z")).toBe("Friday");
    expect(day("2026-06-12T07:00:00Z")).toBe("Jun 12");
  });
});
