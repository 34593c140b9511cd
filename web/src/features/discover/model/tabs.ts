import type { Filters } from "./filters";

/** Tabs of the search that list results, each with the filters that it adds. */
export const RESULT_TABS = {
  places: { list: "companies", base: {} },
  products: { list: "offerings", base: { kind: "product" } },
  services: { list: "offerings", base: { kind: "service" } },
  stays: { list: "offerings", base: { category: "hotels" } },
  events: { list: "offerings", base: { kind: "ticket" } },
} as const satisfies Record<string, { list: ListKind; base: Partial<Filters> }>;

export type ListKind = "companies" | "offerings";
export type ResultTab = keyof typeof RESULT_TABS;

export const SEARCH_TABS = ["all", ...(Object.keys(RESULT_TABS) as ResultTab[]), "people"] as const;
export type SearchTab = (typeof SEARCH_TABS)[number];

/** Reads the tab of an address. People are found on a page of their own. */
export function readTab(params: URLSearchParams): Exclude<SearchTab, "people"> {
  const tab = params.get("tab") ?? "";
  return Object.hasOwn(RESULT_TABS, tab) ? (tab as ResultTab) : "all";
}
