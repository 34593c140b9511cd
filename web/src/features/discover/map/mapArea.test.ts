import { expect, test } from "vitest";
import { areaAround } from "@/shared/map/area";
import { NO_FILTERS } from "../model/filters";
import { areaOfPins, chosenArea } from "./mapArea";

const barcelona = { latitude: 41.39, longitude: 2.17 };
const near = { label: "Nice", latitude: 43.7, longitude: 7.27 };
const area = { west: 2, south: 41, east: 3, north: 42 };

test("the area of the address wins over the places", () => {
  expect(chosenArea({ ...NO_FILTERS, area, near }, barcelona)).toEqual(area);
});

test("a distance is the reach of the map", () => {
  const shown = chosenArea({ ...NO_FILTERS, near, distance: 10 }, barcelona);
  expect(shown).toEqual(areaAround(near, 10));
});

test("without a place the map shows the viewer's town, else the world", () => {
  expect(chosenArea(NO_FILTERS, barcelona)).toEqual(areaAround(barcelona, 4));
  expect(chosenArea(NO_FILTERS, null)).toBeNull();
});

test("an area holds all its pins, and has a least size", () => {
  const shown = areaOfPins([barcelona, near]);
  for (const { latitude, longitude } of [barcelona, near]) {
    expect(shown && shown.south < latitude && latitude < shown.north).toBe(true);
    expect(shown && shown.west < longitude && longitude < shown.east).toBe(true);
  }
  const single = areaOfPins([barcelona]);
  expect(single && single.north - single.south).toBeCloseTo(0.02);
  expect(areaOfPins([])).toBeNull();
});

test("pins on both sides of 180° are shown the shorter way", () => {
  const fiji = { latitude: -17.8, longitude: 178 };
  const samoa = { latitude: -13.8, longitude: -172 };
  const shown = areaOfPins([samoa, fiji]);
  expect(shown?.west).toBeCloseTo(176.5);
  expect(shown?.east).toBeCloseTo(-170.5);
});
