import { beforeEach, expect, test } from "vitest";
import { clearRecentSearches, recentSearches, rememberSearch } from "./recentSearches";

beforeEach(clearRecentSearches);

test("keeps the latest six searches, each once", () => {
  for (const q of ["a", "b", "c", "d", "e", "f", "g", "B"]) rememberSearch({ q, path: `/search?q=${q}` });
  expect(recentSearches().map(({ q }) => q)).toEqual(["B", "g", "f", "e", "d", "c"]);
});

test("does not keep a search without words", () => {
  rememberSearch({ q: "", path: "/search" });
  expect(recentSearches()).toEqual([]);
});

test.each([
  "nonsense",
  "{}",
  "[1,null]",
  '[{"q":"a","path":"https://evil.example"}]',
  '[{"q":"a","path":"//evil.example"}]',
])("ignores %s in the storage", (stored) => {
  localStorage.setItem("plaza.recentSearches", stored);
  expect(recentSearches()).toEqual([]);
});
