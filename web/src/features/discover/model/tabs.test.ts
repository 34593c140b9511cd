import { expect, test } from "vitest";
import { NO_FILTERS } from "./filters";
import { searchPath } from "./searchPath";
import { RESULT_TABS, readTab, SEARCH_TABS } from "./tabs";

test("the tabs stand in the order of the design", () => {
  expect(SEARCH_TABS).toEqual(["all", "places", "products", "services", "stays", "events", "people"]);
});

test.each([
  ["tab=stays", "stays"],
  ["tab=people", "all"],
  ["tab=toString", "all"],
  ["", "all"],
])("reads %s as %s", (search, tab) => {
  expect(readTab(new URLSearchParams(search))).toBe(tab);
});

test("each tab of results adds its own filter", () => {
  const bases = Object.values(RESULT_TABS).map(({ base }) => JSON.stringify(base));
  expect(new Set(bases).size).toBe(bases.length);
});

test.each([
  ["all", {}, "/search"],
  ["events", { q: "jazz" }, "/search?tab=events&q=jazz"],
  ["people", { q: "ana" }, "/people?q=ana"],
  ["people", {}, "/people"],
] as const)("the address of %s with %o is %s", (tab, filters, path) => {
  expect(searchPath(tab, { ...NO_FILTERS, ...filters })).toBe(path);
});
