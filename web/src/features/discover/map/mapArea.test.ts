import { describe, expect, test } from "vitest";
import { middleOf } from "@/shared/map/area";
import { NO_FILTERS } from "../model/filters";
import { chosenArea, withArea } from "./mapArea";

const HOME = { latitude: 41.39, longitude: 2.16 };
const NEAR = { label: "Lyon", latitude: 45.76, longitude: 4.83 };
const AREA = { west: 1, south: 2, east: 3, north: 4 };

describe("the area of the map", () => {
  test("stands in the address", () => {
    const params = withArea(new URLSearchParams("q=tapas"), AREA);
    expect(params.toString()).toBe("q=tapas&area=1%2C2%2C3%2C4");
    expect(chosenArea(params, { ...NO_FILTERS, near: NEAR }, HOME)).toEqual(AREA);
    expect(withArea(params, null).toString()).toBe("q=tapas");
  });

  test("is about the place of the filters, as far as they reach", () => {
    const none = new URLSearchParams();
    const area = chosenArea(none, { ...NO_FILTERS, near: NEAR, distance: 25 }, HOME);
    expect(area && middleOf(area).latitude).toBeCloseTo(NEAR.latitude);
    expect(area && area.north - area.south).toBeCloseTo(50 / 110.574);
  });

  test("is about the viewer's town, and the world without one", () => {
    const none = new URLSearchParams("area=nonsense");
    const area = chosenArea(none, NO_FILTERS, HOME);
    expect(area && middleOf(area).longitude).toBeCloseTo(HOME.longitude);
    expect(chosenArea(none, NO_FILTERS, null)).toBeNull();
  });
});
