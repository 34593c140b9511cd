import { expect, test } from "vitest";
import { NO_FILTERS } from "./filters";
import { MAP_PATH, type MapPlace, NO_PLACE, placeAfter, readMapPlace, writeMapPlace } from "./mapPlace";
import { searchPath } from "./searchPath";

const camera = { latitude: 41.387401, longitude: -2.168602, zoom: 14.2568 };
const place: MapPlace = { camera, pin: 7, listed: true };

test("a place is read as it was written, beside the other parameters", () => {
  const params = writeMapPlace(new URLSearchParams("area=2,41,3,42&at=1,1,1"), place);
  expect(params.toString()).toBe("area=2%2C41%2C3%2C42&at=41.387401%2C-2.168602%2C14.2568&pin=7&list=open");
  expect(readMapPlace(params)).toEqual(place);
  expect(writeMapPlace(params, NO_PLACE).toString()).toBe("area=2%2C41%2C3%2C42");
});

test.each([
  "at=91,2,14",
  "at=41,181,14",
  "at=41,2,25",
  "at=41,2,-1",
  "at=41,2",
  "at=41,2,14,3",
  "at=41,,14",
  "at=41,0x2,14",
  "pin=-7",
  "pin=1e3",
  "list=1",
])("ignores %s", (search) => expect(readMapPlace(new URLSearchParams(search))).toEqual(NO_PLACE));

test.each([
  [{ category: "food" }, camera],
  [{ area: { west: 2, south: 41, east: 3, north: 42 } }, camera],
  [{ area: null }, null],
  [{ distance: 5 }, null],
  [{ near: null }, null],
])("%j leaves the camera of the map at %j", (change, left) => {
  expect(placeAfter(place, change, MAP_PATH)).toEqual({ ...place, camera: left });
});

test.each([
  [{ category: "food" }, null],
  [{ q: "rice" }, null],
  [{ area: { west: 2, south: 41, east: 3, north: 42 } }, camera],
])("%j leaves the camera beside a list at %j", (change, left) => {
  expect(placeAfter(place, change, "/search")).toEqual({ ...place, camera: left });
});

test("only the address of the map itself names a place", () => {
  expect(searchPath("all", { ...NO_FILTERS, q: "rice" }, "/map", { ...NO_PLACE, pin: 7 })).toBe(
    "/map?q=rice&pin=7",
  );
  expect(searchPath("all", { ...NO_FILTERS, q: "rice" }, "/map")).toBe("/map?q=rice");
});
