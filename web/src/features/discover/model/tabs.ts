/** Tabs of the search, in order, as the server knows them. */
export const SEARCH_TABS = [
  "all",
  "places",
  "products",
  "services",
  "stays",
  "events",
  "people",
  "reels",
] as const;
export type SearchTab = (typeof SEARCH_TABS)[number];

/** Reads the tab of an address. */
export const readTab = (params: URLSearchParams): SearchTab =>
  SEARCH_TABS.find((tab) => tab === params.get("tab")) ?? "all";
