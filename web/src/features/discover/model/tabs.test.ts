import { expect, test } from "vitest";
import { NO_FILTERS } from "./filters";
import { mapPath, searchPath } from "./searchPath";
import { readTab, SEARCH_TABS } from "./tabs";

test("the tabs stand in the order of the design", () => {
  expect(SEARCH_TABS).toEqual([
    "all",
    "places",
    "products",
    "services",
    "stays",
    "events",
    "people",
    "reels",
  ]);
});

test.each([
  ["tab=stays", "stays"],
  ["tab=people", "people"],
  ["tab=toString", "all"],
  ["", "all"],
])("reads %s as %s", (search, tab) => {
  expect(readTab(new URLSearchParams(search))).toBe(tab);
});

test.each([
  ["all", {}, "/search"],
  ["events", { q: "jazz" }, "/search?tab=events&q=jazz"],
  ["people", { q: "ana" }, "/search?tab=people&q=ana"],
] as const)("the address of %s with %o is %s", (tab, filters, path) => {
  expect(searchPath(tab, { ...NO_FILTERS, ...filters })).toBe(path);
});

test("the map has the same filters", () => {
  expect(mapPath({ ...NO_FILTERS, q: "spa", openNow: true })).toBe("/map?q=spa&open_now=true");
});
