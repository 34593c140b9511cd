import { expect, test } from "vitest";
import { chooseDay } from "./chooseDay";

const [friday, saturday, sunday] = ["2026-11-27", "2026-11-28", "2026-11-29"];

test("the first press chooses the day", () => {
  expect(chooseDay({ date: null, until: null }, friday)).toEqual({ date: friday, until: null });
});

test("a later one is the last day, and a part of the day has no meaning then", () => {
  expect(chooseDay({ date: friday, until: null }, sunday)).toEqual({ until: sunday, time: null });
});

test("an earlier one, and one after both, begin anew", () => {
  expect(chooseDay({ date: sunday, until: null }, friday)).toEqual({ date: friday, until: null });
  expect(chooseDay({ date: friday, until: sunday }, saturday)).toEqual({ date: saturday, until: null });
});

test("the chosen day again takes it off", () => {
  expect(chooseDay({ date: friday, until: null }, friday)).toEqual({ date: null });
});
