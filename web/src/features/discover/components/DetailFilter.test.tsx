import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Facets } from "../api";
import { type Filters, NO_FILTERS } from "../model/filters";
import { DetailFilter } from "./DetailFilter";

const changed = vi.fn();

const fields = [
  { key: "beds", type: "number", min: 1, max: 12, filter: { by: "at_least", steps: [2, 3] } },
  { key: "audience", type: "choice", options: ["women", "men"], filter: { by: "value" } },
  { key: "breakfast_included", type: "flag", filter: { by: "value" } },
  { key: "size_m2", type: "number", min: 5, max: 1000, filter: { by: "at_least", steps: [20] } },
  { key: "view", type: "text", max: 60, filter: null },
  { key: "languages", type: "languages", filter: { by: "value" } },
  { key: "diets", type: "many", options: ["vegan", "halal"], filter: { by: "every_value" } },
];

const facets = {
  details: [
    { key: "beds", values: [{ key: "2", count: 5 }] },
    { key: "audience", values: [{ key: "women", count: 1 }] },
    { key: "breakfast_included", values: [{ key: "true", count: 4 }] },
    { key: "languages", values: [{ key: "SE", count: 2 }] },
    { key: "diets", values: [{ key: "vegan", count: 3 }] },
  ],
} as unknown as Facets;

const show = (more: Partial<Filters>, counts: Facets | undefined = facets) => {
  const queries = new QueryClient();
  queries.setQueryData(["categories"], [{ key: "hotels", fields }]);
  queries.setQueryDefaults(["categories"], { staleTime: Number.POSITIVE_INFINITY });
  render(
    <QueryClientProvider client={queries}>
      <DetailFilter filters={{ ...NO_FILTERS, ...more }} facets={counts} onChange={changed} />
    </QueryClientProvider>,
  );
};

beforeEach(async () => {
  changed.mockClear();
  await startI18n();
});

test("draws the fields of the category with their counts", async () => {
  show({ category: "hotels" });
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
  show({ category: "hotels", details: ["beds:3", "audience:women"] });
  await userEvent.click(await screen.findByRole("radio", { name: /2\+ beds/ }));
  expect(changed).toHaveBeenLastCalledWith({ details: ["audience:women", "beds:2"] });
  await userEvent.click(screen.getByRole("checkbox", { name: /Breakfast included/ }));
  expect(changed).toHaveBeenLastCalledWith({
    details: ["audience:women", "beds:3", "breakfast_included:true"],
  });
  await userEvent.click(screen.getByRole("checkbox", { name: /Women/ }));
  expect(changed).toHaveBeenLastCalledWith({ details: ["beds:3"] });
});

test("offers the languages that have results, and every diet", async () => {
  show({ category: "hotels", details: ["languages:US"] });
  const languages = await screen.findByRole("group", { name: "Languages" });
  expect(within(languages).getAllByRole("checkbox")).toHaveLength(2);
  await userEvent.click(within(languages).getByRole("checkbox", { name: /Swedish/ }));
  expect(changed).toHaveBeenLastCalledWith({ details: ["languages:SE", "languages:US"] });
  const diets = screen.getByRole("group", { name: "Diets" });
  expect(within(diets).getByRole("checkbox", { name: /Halal/ })).toHaveProperty("disabled", true);
});

test("draws nothing without a category", () => {
  show({});
  expect(screen.queryByRole("group")).toBeNull();
});
