import { expect, test } from "vitest";
import { endOfDay, firstDayOf, lastDayOf, startOfDay } from "./days";

const TOKYO = "Asia/Tokyo";
const MADRID = "Europe/Madrid";

test("a day begins and ends in the zone of the company", () => {
  expect(startOfDay("2026-11-01", TOKYO)).toBe("2026-10-31T15:00:00.000Z");
  expect(endOfDay("2026-11-30", TOKYO)).toBe("2026-11-30T15:00:00.000Z");
  // Clocks go back on this day: it has 25 hours.
  expect(startOfDay("2026-10-25", MADRID)).toBe("2026-10-24T22:00:00.000Z");
  expect(endOfDay("2026-10-25", MADRID)).toBe("2026-10-25T23:00:00.000Z");
});

test.each([TOKYO, MADRID, "America/Los_Angeles"])(
  "a stored period of %s reads back the same days",
  (zone) => {
    expect(firstDayOf(startOfDay("2026-11-01", zone), zone)).toBe("2026-11-01");
    expect(lastDayOf(endOfDay("2026-11-30", zone), zone)).toBe("2026-11-30");
  },
);
