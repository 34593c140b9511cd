import { describe, expect, test } from "vitest";
import {
  activeFilters,
  CLEARED,
  changeFilters,
  type Filters,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from "./filters";
import { listQuery } from "./request";

const read = (search: string) => readFilters(new URLSearchParams(search));
const write = (filters: Partial<Filters>, before = "") =>
  writeFilters(new URLSearchParams(before), { ...NO_FILTERS, ...filters }).toString();

const all: Filters = {
  q: "sea & sun",
  category: "food",
  subcategory: "rooftop",
  kind: "product",
  features: ["halal", "vegan"],
  priceMin: 5,
  priceMax: 40,
  distance: 10,
  openNow: true,
  near: { label: "Nice", latitude: 43.7, longitude: 7.27 },
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
    ["price_min=99999999999", "priceMin"],
    ["distance_km=5", "distance"],
    ["latitude=91&longitude=0", "near"],
    ["latitude=43", "near"],
    ["kind=reel", "kind"],
    ["sort=shiny", "sort"],
    ["sort=distance", "sort"],
    ["category=../../etc", "category"],
    ["features=,,A B", "features"],
    ["open_now=1", "openNow"],
  ] as const)("ignores %s", (search, name) => {
    expect(read(search)[name]).toEqual(NO_FILTERS[name]);
  });

  test("cuts a query to 100 characters", () => {
    expect(read(`q=${"a".repeat(300)}`).q).toHaveLength(100);
  });
});

describe("active filters", () => {
  test("lists the filters of the panel", () => {
    expect(activeFilters(all).map(({ key, feature }) => feature ?? key)).toEqual([
      "distance",
      "price",
      "openNow",
      "halal",
      "vegan",
    ]);
    expect(activeFilters({ ...NO_FILTERS, q: "x", category: "food", sort: "rating" })).toEqual([]);
  });

  test("each takes only itself off", () => {
    const [distance, price, open, halal] = activeFilters(all).map(({ off }) => ({ ...all, ...off }));
    expect([distance?.distance, distance?.near]).toEqual([null, all.near]);
    expect([price?.priceMin, price?.priceMax, price?.openNow]).toEqual([null, null, true]);
    expect([open?.openNow, halal?.features]).toEqual([false, ["vegan"]]);
  });

  test("a place has a chip of its own without a distance", () => {
    const [place] = activeFilters({ ...all, distance: null });
    expect(place).toEqual({ key: "near", off: { near: null } });
  });

  test("without a place there is no distance and no order by it", () => {
    const { distance, sort } = changeFilters(all, { near: null });
    expect([distance, sort]).toEqual([null, "relevance"]);
  });

  test("clearing leaves the query, the category and the kind", () => {
    const { q, category, kind } = all;
    const left = { ...NO_FILTERS, q, category, subcategory: all.subcategory, kind };
    expect(changeFilters(all, CLEARED)).toEqual(left);
  });
});

describe("query of the server", () => {
  test("has no value that is off", () => {
    expect(listQuery(NO_FILTERS)).toEqual({});
  });

  test("has prices in minor units and features as one value", () => {
    expect(listQuery(all)).toEqual({
      q: "sea & sun",
      category: "food",
      subcategory: "rooftop",
      kind: "product",
      features: "halal,vegan",
      price_min: 500,
      price_max: 4000,
      distance_km: 10,
      open_now: true,
      latitude: 43.7,
      longitude: 7.27,
      sort: "distance",
    });
  });
});
