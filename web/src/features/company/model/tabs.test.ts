import { expect, test } from "vitest";
import { company } from "@/test/companies";
import { shownTabs, tabPath } from "./tabs";

test("shows only tabs with content, and always the about tab", () => {
  const tabs = { products: 0, services: 3, tickets: 0, media: 0, events: 2, reviews: 0 };
  expect(shownTabs(company({ tabs }), () => undefined).map(({ key }) => key)).toEqual([
    "services",
    "events",
    "about",
  ]);
});

test("the products tab has the address of the company", () => {
  expect(tabPath("/companies/casa-azul", { path: "" })).toBe("/companies/casa-azul");
  expect(tabPath("/companies/casa-azul", { path: "about" })).toBe("/companies/casa-azul/about");
});
