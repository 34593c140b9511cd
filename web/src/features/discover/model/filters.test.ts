import { describe, expect, test } from "vitest";
import { activeFilters, CLEARED } from "./activeFilters";
import { changeFilters, type Filters, NO_FILTERS, otherCategory, readFilters, writeFilters } from "./filters";
import { searchRequest } from "./request";

const read = (search: string) => readFilters(new URLSearchParams(search), "2026-11-01");
const write = (filters: Partial<Filters>, before = "") =>
  writeFilters(new URLSearchParams(before), { ...NO_FILTERS, ...filters }).toString();

const all: Filters = {
  q: "sea & sun",
  category: "food",
  subcategory: "rooftop",
  features: ["halal", "vegan"],
  details: ["calories:500", "spiciness:1"],
  priceMin: 5,
  priceMax: 40,
  currency: "USD",
  rating: 40,
  distance: 10,
  openNow: true,
  orderType: "collect",
  near: { label: "Nice", latitude: 43.7, longitude: 7.27 },
  area: { west: 7, south: 43, east: 8, north: 44 },
  date: "2026-11-27",
  until: "2026-11-29",
  time: "evening",
  adults: 2,
  children: 1,
  sort: "distance",
};

describe("filters in the URL", () => {
  test("an empty address has no filters", () => {
    expect(read("")).toEqual(NO_FILTERS);
    expect(write({})).toBe("");
  });

  test("reads back every filter it wrote", () => {
    expect(read(write(all))).toEqual(all);
  });

  test("writes features sorted and once", () => {
    expect(write({ features: ["vegan", "halal", "vegan"] })).toBe("features=halal%2Cvegan");
  });

  test("keeps parameters of the screen and drops stale filters", () => {
    expect(write({ q: "pizza" }, "tab=places&sort=price&features=vegan")).toBe("tab=places&q=pizza");
  });

  test.each([
    ["price_max=-1", "priceMax"],
    ["price_max=1e3", "priceMax"],
    ["price_max=1.234", "priceMax"],
    ["price_min=99999999999", "priceMin"],
    ["currency=GOLD", "currency"],
    ["rating=43", "rating"],
    ["distance_km=5", "distance"],
    ["latitude=91&longitude=0", "near"],
    ["latitude=43", "near"],
    ["area=1,2,3", "area"],
    ["date=2026-02-30", "date"],
    ["date=2026-10-31", "date"],
    ["date=2029-01-01", "date"],
    ["date=2026-11-02&until=2026-12-20", "until"],
    ["until=2026-11-29", "until"],
    ["date=2026-11-29&until=2026-11-27", "until"],
    ["time=evening", "time"],
    ["date=2026-11-29&time=toString", "time"],
    ["adults=0", "adults"],
    ["children=2", "children"],
    ["sort=shiny", "sort"],
    ["sort=distance", "sort"],
    ["category=../../etc", "category"],
    ["features=,,A B", "features"],
    ["open_now=1", "openNow"],
    ["order_type=2", "orderType"],
    ["details=beds,:2,beds:2:3,A:1", "details"],
  ] as const)("ignores %s", (search, name) => {
    expect(read(search)[name]).toEqual(NO_FILTERS[name]);
  });

  test("reads at most 20 details", () => {
    const many = Array.from({ length: 30 }, (_, at) => `beds:${at}`).join(",");
    expect(read(`details=${many}`).details).toHaveLength(20);
  });

  test("cuts a query to 100 characters", () => {
    expect(read(`q=${"a".repeat(300)}`).q).toHaveLength(100);
  });
});

describe("active filters", () => {
  test("lists all conditions in order", () => {
    expect(activeFilters(all).map(({ key, feature, detail }) => detail ?? feature ?? key)).toEqual([
      "category",
      "distance",
      "area",
      "when",
      "who",
      "price",
      "rating",
      "openNow",
      "orderType",
      "calories:500",
      "spiciness:1",
      "halal",
      "vegan",
    ]);
    expect(activeFilters({ ...NO_FILTERS, q: "x", sort: "rating" })).toEqual([]);
  });

  test("leaves out details without a category", () => {
    expect(activeFilters({ ...NO_FILTERS, details: ["beds:2"] })).toEqual([]);
  });

  test("leaves out what the screen fixes", () => {
    expect(activeFilters({ ...NO_FILTERS, category: "food" }, { category: "food" })).toEqual([]);
  });

  test("each takes only itself off", () => {
    for (const { key, off } of activeFilters(all)) {
      const left = changeFilters(all, { area: all.area, ...off });
      // The details go with their category.
      const taken = key === "category" ? 1 + all.details.length : 1;
      expect(activeFilters(left).length).toBeGreaterThanOrEqual(activeFilters(all).length - taken);
    }
  });

  test("a place has a chip of its own without a distance", () => {
    const place = activeFilters({ ...NO_FILTERS, near: all.near });
    expect(place).toEqual([{ key: "near", off: { near: null } }]);
  });

  test("clearing leaves the query only", () => {
    expect(changeFilters(all, CLEARED)).toEqual({ ...NO_FILTERS, q: all.q });
  });
});

describe("a change", () => {
  test("to another category has other details", () => {
    expect(changeFilters(all, otherCategory("hotels"))).toMatchObject({
      category: "hotels",
      subcategory: null,
      details: [],
    });
  });

  test("without a place there is no distance and no order by it", () => {
    const { distance, sort } = changeFilters(all, { near: null });
    expect([distance, sort]).toEqual([null, "relevance"]);
  });

  test("without a day there is no departure and no time", () => {
    const { until, time } = changeFilters(all, { date: null });
    expect([until, time]).toEqual([null, null]);
  });

  test("another place or distance is another area", () => {
    expect(changeFilters(all, { distance: 5 }).area).toBeNull();
    expect(changeFilters(all, { openNow: false }).area).toEqual(all.area);
  });
});

describe("request of the server", () => {
  test("has no condition that is off", () => {
    const { where, when, who, filters } = searchRequest("all", NO_FILTERS, null);
    expect(Object.values({ ...where, ...filters }).filter(Boolean)).toEqual([[], {}]);
    expect([Object.keys(when ?? {}), who]).toEqual([["time_zone"], undefined]);
  });

  test("has minor units, stars and times of the day", () => {
    const { filters, when, who } = searchRequest("places", { ...all, until: null }, null);
    expect(filters).toMatchObject({
      price_min: 500,
      price_max: 4000,
      currency: "USD",
      rating_min: 4,
      features: ["halal", "vegan"],
      details: { calories: ["500"], spiciness: ["1"] },
    });
    expect(when).toMatchObject({ date: "2026-11-27", from: "17:00", to: "26:00" });
    expect(who).toEqual({ adults: 2, children: 1 });
  });

  test("an area takes the place of a distance", () => {
    expect(searchRequest("all", all, null).where?.distance_km).toBeUndefined();
    expect(searchRequest("all", { ...all, area: null }, null).where?.distance_km).toBe(10);
  });

  test("results near home come first where no place is chosen", () => {
    const home = { latitude: 41.39, longitude: 2.17 };
    expect(searchRequest("all", NO_FILTERS, home).where).toMatchObject(home);
    expect(searchRequest("all", all, home).where).toMatchObject({ latitude: 43.7 });
  });
});
