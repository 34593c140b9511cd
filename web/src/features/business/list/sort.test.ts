import { expect, test } from "vitest";
import { pressed, sortingEntries, sortingOf } from "./sort";

const KEYS = ["placed", "total"] as const;

test("an address without a sorting has the default, and keeps it out", () => {
  const sorting = sortingOf(new URLSearchParams("sort=weight&direction=up"), KEYS);
  expect(sorting).toEqual({ sort: "placed", direction: "desc" });
  expect(sortingEntries(sorting, KEYS)).toEqual({ sort: "", direction: "" });
});

test("a sorting survives the address", () => {
  const sorting = { sort: "total", direction: "asc" } as const;
  expect(sortingOf(new URLSearchParams(sortingEntries(sorting, KEYS)), KEYS)).toEqual(sorting);
});

test("a press sorts by the column, the next turns around", () => {
  const first = pressed({ sort: "placed", direction: "asc" }, "total");
  expect(first).toEqual({ sort: "total", direction: "desc" });
  expect(pressed(first, "total")).toEqual({ sort: "total", direction: "asc" });
  expect(pressed(pressed(first, "total"), "total")).toEqual(first);
});
