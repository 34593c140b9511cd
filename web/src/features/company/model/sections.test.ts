import { expect, test } from "vitest";
import type { OfferingSection } from "../types";
import { searchSections } from "./sections";

const section = (id: number, name: string, items: string[]): OfferingSection => ({
  folder: { id, name },
  items: items.map((item) => ({ name: item })) as OfferingSection["items"],
});
const menu = [section(1, "Starters", ["Crème de potiron", "Soup"]), section(2, "Desserts", ["Crème brûlée"])];
const names = (query: string) =>
  searchSections(menu, query).flatMap(({ items }) => items.map(({ name }) => name));

test("search ignores case and accents", () => {
  expect(names("CREME")).toEqual(["Crème de potiron", "Crème brûlée"]);
});

test("search needs every word, in the item or its section", () => {
  expect(names("creme dessert")).toEqual(["Crème brûlée"]);
  expect(names("pizza")).toEqual([]);
});

test("an empty query keeps every section", () => {
  expect(names("  ")).toHaveLength(3);
});
