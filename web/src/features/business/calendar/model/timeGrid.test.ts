import { expect, test } from "vitest";
import {
  between,
  closedParts,
  coversNight,
  dateOf,
  hoursAround,
  layOut,
  minutesAt,
  onDate,
  weekOf,
} from "./timeGrid";

const PARIS = "Europe/Paris";
const span = (starts_at: string, ends_at: string) => ({ starts_at, ends_at });

test("times are minutes of the clock in the zone of the company", () => {
  expect(minutesAt(PARIS, "2026-11-27", "2026-11-27T09:30:00Z")).toBe(10 * 60 + 30);
  expect(dateOf("Pacific/Auckland", "2026-11-27T12:00:00Z")).toBe("2026-11-28");
  expect(onDate(PARIS, "2026-11-27", span("2026-11-27T09:00:00Z", "2026-11-27T10:00:00Z"))).toEqual({
    start: 600,
    end: 660,
  });
});

test("a span past midnight has a part on both dates", () => {
  const night = span("2026-11-27T21:00:00Z", "2026-11-28T01:30:00Z");
  expect(onDate(PARIS, "2026-11-27", night)).toEqual({ start: 1320, end: 1440 });
  expect(onDate(PARIS, "2026-11-28", night)).toEqual({ start: 0, end: 150 });
  expect(onDate(PARIS, "2026-11-29", night)).toBeNull();
});

test("a span that ends at midnight is not on the next date", () => {
  const evening = span("2026-11-27T21:00:00Z", "2026-11-27T23:00:00Z");
  expect(onDate(PARIS, "2026-11-27", evening)).toEqual({ start: 1320, end: 1440 });
  expect(onDate(PARIS, "2026-11-28", evening)).toBeNull();
});

test("the day on which summer time begins has no third hour", () => {
  // 01:30 to 03:30 by the clock is one hour.
  const short = span("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z");
  expect(onDate(PARIS, "2026-03-29", short)).toEqual({ start: 90, end: 210 });
  expect(onDate(PARIS, "2026-03-29", span("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"))).toEqual({
    start: 0,
    end: 1440,
  });
});

test("the day on which summer time ends has its third hour twice", () => {
  // 02:00 to 03:00 by the clock is two hours.
  expect(onDate(PARIS, "2026-10-25", span("2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z"))).toEqual({
    start: 120,
    end: 180,
  });
  // From 02:30 to the second 02:30.
  expect(onDate(PARIS, "2026-10-25", span("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"))).toEqual({
    start: 150,
    end: 150,
  });
  expect(onDate(PARIS, "2026-10-25", span("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"))).toEqual({
    start: 0,
    end: 1440,
  });
});

const cards = (...spans: [number, number][]) =>
  spans.map(([start, end], item) => ({ item: item + 1, start, end }));

test("cards that overlap stand side by side, those that touch do not", () => {
  const { placed, more } = layOut(cards([600, 690], [630, 720], [720, 780]));
  expect(placed.map(({ item, lane, lanes }) => [item, lane, lanes])).toEqual([
    [1, 0, 2],
    [2, 1, 2],
    [3, 0, 1],
  ]);
  expect(more).toEqual([]);
});

test("cards beyond the last lane are counted in it", () => {
  const { placed, more } = layOut(cards([600, 660], [600, 660], [600, 660], [615, 660], [700, 760]), 3);
  expect(placed.map(({ item, lane, lanes }) => [item, lane, lanes])).toEqual([
    [1, 0, 3],
    [2, 1, 3],
    [5, 0, 1],
  ]);
  expect(more).toEqual([{ items: [3, 4], start: 600, end: 660, lane: 2, lanes: 3 }]);
});

test("a short card is drawn high enough, also before midnight", () => {
  const { placed } = layOut(cards([600, 605], [1435, 1440]));
  expect(placed.map(({ start, end }) => [start, end])).toEqual([
    [600, 630],
    [1410, 1440],
  ]);
});

test("hours hold what is shown, at least the usual ones", () => {
  expect(hoursAround([])).toEqual({ first: 8, last: 20 });
  expect(
    hoursAround([
      { start: 0, end: 150 },
      { start: 1320, end: 1440 },
    ]),
  ).toEqual({ first: 0, last: 24 });
});

test("closed time is what is left between open spans", () => {
  const open = [
    { start: 840, end: 1080 },
    { start: 540, end: 720 },
  ];
  expect(closedParts(open, { first: 8, last: 20 })).toEqual([
    { start: 480, end: 540 },
    { start: 720, end: 840 },
    { start: 1080, end: 1200 },
  ]);
  expect(closedParts([], { first: 8, last: 20 })).toEqual([{ start: 480, end: 1200 }]);
});

test("a choice holds both of its ends, in any direction", () => {
  expect(between(607, 655)).toEqual({ start: 600, end: 660 });
  expect(between(655, 607)).toEqual({ start: 600, end: 660 });
  expect(between(600, 600)).toEqual({ start: 600, end: 615 });
  expect(between(-20, 1500)).toEqual({ start: 0, end: 1440 });
});

test("a week begins on Monday", () => {
  expect(weekOf("2026-11-29")).toEqual([
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-28",
    "2026-11-29",
  ]);
});

test("a stay covers its nights, not the day of departure", () => {
  const stay = span("2026-11-27T14:00:00Z", "2026-11-29T10:00:00Z");
  const covered = ["2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"].filter((date) =>
    coversNight(PARIS, date, stay),
  );
  expect(covered).toEqual(["2026-11-27", "2026-11-28"]);
});
