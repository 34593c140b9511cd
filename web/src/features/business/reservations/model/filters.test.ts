import { expect, test } from "vitest";
import { midnight } from "./dates";
import { filtersOf, selectionOf, withFilters } from "./filters";

const TODAY = "2026-11-22";
const read = (text: string) => filtersOf(new URLSearchParams(text), TODAY);
const write = (text: string, change: Parameters<typeof withFilters>[1]) =>
  withFilters(new URLSearchParams(text), change, TODAY).toString();

test("the list begins today with all states", () => {
  expect(read("")).toEqual({ tab: "all", query: "", from: TODAY, to: null, page: null });
  expect(read("tab=other&from=soon&to=2026-13-01&page=-4")).toEqual(read(""));
});

test("the address keeps filters that are not defaults", () => {
  expect(write("view=day&page=3", { tab: "confirmed" })).toBe("view=day&tab=confirmed");
  expect(write("", { from: null, query: "ana" })).toBe("q=ana&from=any");
  expect(write("from=any", { from: TODAY })).toBe("");
  expect(write("tab=cancelled", { page: 2 })).toBe("tab=cancelled&page=2");
  expect(write("from=any", { page: 1 })).toBe("from=any&page=1");
});

test("dates become instants of the company's zone", () => {
  const filters = { ...read("tab=awaiting&to=2026-11-22"), query: " ana " };
  expect(selectionOf(filters, "Europe/Madrid")).toEqual({
    state: "awaiting_company",
    from: "2026-11-21T23:00:00.000Z",
    to: "2026-11-22T23:00:00.000Z",
    query: "ana",
  });
});

test("midnight is right on the days of a clock change", () => {
  const hours = (from: string, to: string) =>
    (midnight("Europe/Madrid", to) - midnight("Europe/Madrid", from)) / 3_600_000;
  expect(hours("2026-03-29", "2026-03-30")).toBe(23);
  expect(hours("2026-10-25", "2026-10-26")).toBe(25);
  expect(midnight("Pacific/Auckland", "2026-11-22")).toBe(Date.parse("2026-11-21T11:00:00Z"));
});
