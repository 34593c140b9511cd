import { expect, test } from "vitest";
import type { Reservation } from "../types";
import { layoutDay, nextStart, standingColumns, withLanes } from "./dayLayout";

const DAY = { from: Date.parse("2026-11-22T00:00:00Z"), to: Date.parse("2026-11-23T00:00:00Z") };

const reservation = (
  id: number,
  from: string,
  to: string,
  resources: { id: number; name: string }[] = [],
): Reservation =>
  ({
    id,
    starts_at: `2026-11-${from}:00Z`,
    ends_at: `2026-11-${to}:00Z`,
    offering: { id: 9, name: "Dinner" },
    resources,
  }) as unknown as Reservation;

const span = (id: number, start: number, end: number) => ({
  reservation: reservation(id, "22T10:00", "22T11:00"),
  start,
  end,
});
const lanesOf = (...spans: [number, number][]) =>
  withLanes(spans.map(([start, end], id) => span(id, start, end))).map(
    ({ lane, lanes }) => `${lane + 1}/${lanes}`,
  );

test("blocks that only touch share a lane", () => {
  expect(lanesOf([600, 660], [660, 720])).toEqual(["1/1", "1/1"]);
});

test("blocks that overlap stand side by side", () => {
  expect(lanesOf([600, 690], [630, 720], [700, 760])).toEqual(["1/2", "2/2", "1/2"]);
  expect(lanesOf([600, 700], [600, 650], [610, 640])).toEqual(["1/3", "2/3", "3/3"]);
});

test("a later group has lanes of its own", () => {
  expect(lanesOf([600, 660], [610, 670], [700, 760])).toEqual(["1/2", "2/2", "1/1"]);
});

test("free tables and rooms have a column, in the order of the company", () => {
  const standing = standingColumns({
    resources: [
      { id: 12, name: "Terrace 12", offerings: [9] },
      { id: 2, name: "Bar 2", offerings: [9] },
      { id: 3, name: "Stored away", offerings: [] },
    ],
    offerings: [
      { id: 9, name: "Dinner", availability: "table" },
      { id: 8, name: "Double room", availability: "nights" },
    ],
  });
  const reservations = [
    reservation(1, "22T10:00", "22T11:00", [{ id: 2, name: "Bar 2" }]),
    reservation(2, "22T10:00", "22T11:00", [{ id: 1, name: "Removed table" }]),
  ];
  const { columns } = layoutDay(reservations, DAY, standing);
  expect(columns.map(({ name, blocks }) => [name, blocks.length])).toEqual([
    ["Terrace 12", 0],
    ["Bar 2", 1],
    ["Double room", 0],
    ["Removed table", 1],
  ]);
});

test("columns are resources in natural order, or the offering", () => {
  const { columns } = layoutDay(
    [
      reservation(1, "22T19:00", "22T20:30", [{ id: 10, name: "Table 10" }]),
      reservation(2, "22T19:00", "22T20:30", [{ id: 2, name: "Table 2" }]),
      reservation(3, "22T12:00", "22T13:00"),
    ],
    DAY,
  );
  expect(columns.map(({ name }) => name)).toEqual(["Dinner", "Table 2", "Table 10"]);
});

test("joined tables show a reservation in each column", () => {
  const tables = [
    { id: 1, name: "Table 1" },
    { id: 2, name: "Table 2" },
  ];
  const { columns } = layoutDay([reservation(1, "22T19:00", "22T20:30", tables)], DAY);
  expect(columns.map(({ blocks }) => blocks.length)).toEqual([1, 1]);
});

test("a stay of a night stands above the hours", () => {
  const { columns, hasStays } = layoutDay([reservation(1, "21T14:00", "23T10:00")], DAY);
  expect(hasStays).toBe(true);
  expect(columns[0]).toMatchObject({ stays: [{ id: 1 }], blocks: [] });
});

test("parts outside the day are cut, and other days left out", () => {
  const { columns, firstHour, lastHour } = layoutDay(
    [
      reservation(1, "21T23:00", "22T01:00"),
      reservation(2, "22T23:45", "23T02:00"),
      reservation(3, "23T00:00", "23T01:00"),
    ],
    DAY,
  );
  expect(columns[0]?.blocks.map(({ start, end }) => [start, end])).toEqual([
    [0, 60],
    [1410, 1440],
  ]);
  expect([firstHour, lastHour]).toEqual([0, 24]);
});

test("hours cover an early and a late reservation", () => {
  const { firstHour, lastHour } = layoutDay(
    [reservation(1, "22T07:30", "22T08:00"), reservation(2, "22T20:00", "22T21:30")],
    DAY,
  );
  expect([firstHour, lastHour]).toEqual([7, 22]);
});

test.each([
  [0, 450],
  [500, 1200],
  [1400, 1200],
])("at minute %i the next reservation starts at %i", (now, start) => {
  const { columns } = layoutDay(
    [reservation(1, "22T07:30", "22T08:00"), reservation(2, "22T20:00", "22T21:30")],
    DAY,
  );
  expect(nextStart(columns, now)).toBe(start);
});
