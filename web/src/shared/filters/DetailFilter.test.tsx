import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { DetailField } from "@/shared/offering/types";
import { DetailFilter } from "./DetailFilter";
import { type DetailCounts, filterFields } from "./details";

const changed = vi.fn();

const fields: DetailField[] = [
  { key: "beds", type: "number", min: 1, max: 12, filter: { by: "at_least", steps: [2, 3] } },
  { key: "audience", type: "choice", options: ["women", "men"], filter: { by: "value" } },
  { key: "breakfast_included", type: "flag", filter: { by: "value" } },
  { key: "size_m2", type: "number", min: 5, max: 1000, filter: { by: "at_least", steps: [20] } },
  { key: "view", type: "text", max: 60, filter: null },
  { key: "languages", type: "languages", filter: { by: "value" } },
  { key: "diets", type: "many", options: ["vegan", "halal"], filter: { by: "every_value" } },
];

const counted: DetailCounts = [
  { key: "beds", values: [{ key: "2", count: 5 }] },
  { key: "audience", values: [{ key: "women", count: 1 }] },
  { key: "breakfast_included", values: [{ key: "true", count: 4 }] },
  { key: "languages", values: [{ key: "SE", count: 2 }] },
  { key: "diets", values: [{ key: "vegan", count: 3 }] },
];

const show = (details: string[] = [], of: DetailField[] = fields) =>
  render(<DetailFilter fields={filterFields(of)} details={details} counts={counted} onChange={changed} />);

beforeEach(async () => {
  changed.mockClear();
  await startI18n();
});

test("draws the fields of the category with their counts", async () => {
  show();
  const beds = await screen.findByRole("group", { name: "Beds" });
  expect(within(beds).getAllByRole("radio")).toHaveLength(3);
  expect(within(beds).getByText("2+ beds").textContent).toBe("2+ beds5");
  // No result has three beds.
  expect(within(beds).getByRole("radio", { name: /3\+ beds/ })).toHaveProperty("disabled", true);
  expect(screen.getByRole("checkbox", { name: /Breakfast included/ })).toBeDefined();
  expect(screen.queryByRole("group", { name: "Size" })).toBeNull();
  expect(screen.queryByText("View")).toBeNull();
});

test("chooses one step of a number and several options", async () => {
  show(["beds:3", "audience:women"]);
  await userEvent.click(await screen.findByRole("radio", { name: /2\+ beds/ }));
  expect(changed).toHaveBeenLastCalledWith(["audience:women", "beds:2"]);
  await userEvent.click(screen.getByRole("checkbox", { name: /Breakfast included/ }));
  expect(changed).toHaveBeenLastCalledWith(["audience:women", "beds:3", "breakfast_included:true"]);
  await userEvent.click(screen.getByRole("checkbox", { name: /Women/ }));
  expect(changed).toHaveBeenLastCalledWith(["beds:3"]);
});

test("offers the languages that have results, and every diet", async () => {
  show(["languages:US"]);
  const languages = await screen.findByRole("group", { name: "Languages" });
  expect(within(languages).getAllByRole("checkbox")).toHaveLength(2);
  await userEvent.click(within(languages).getByRole("checkbox", { name: /Swedish/ }));
  expect(changed).toHaveBeenLastCalledWith(["languages:SE", "languages:US"]);
  const diets = screen.getByRole("group", { name: "Diets" });
  expect(within(diets).getByRole("checkbox", { name: /Halal/ })).toHaveProperty("disabled", true);
});

test("draws nothing without fields", () => {
  show([], []);
  expect(screen.queryByRole("group")).toBeNull();
});
