import { expect, test } from "vitest";
import { daysSoon } from "./daysSoon";

const [thursday, saturday, sunday] = ["2026-11-26", "2026-11-28", "2026-11-29"];
const weekend = (today: string) => daysSoon(today).find(({ key }) => key === "weekend")?.days;

test("the weekend is from Friday, or today, to Sunday", () => {
  expect(weekend(thursday)).toEqual({ date: "2026-11-27", until: sunday });
  expect(weekend(saturday)).toEqual({ date: saturday, until: sunday });
});

test("no two choices are the same days on a Sunday", () => {
  expect(daysSoon(sunday).map(({ key }) => key)).toEqual(["any", "today", "tomorrow"]);
});
