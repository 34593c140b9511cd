import type { Facets } from "../api";
import type { SearchTab } from "./tabs";

/** Results that a value of a filter leaves. Values without results are not listed. */
export const countOf = (counts: readonly { key: string; count: number }[], key: string): number =>
  counts.find((one) => one.key === key)?.count ?? 0;

/** Results by minimum rating in tenths of stars. */
export const ratingCounts = (facets: Facets | undefined): ReadonlyMap<number, number> =>
  new Map(facets?.ratings.map(({ key, count }) => [Number(key), count]));

/** Results that the tab of everything shows when another tab shows none. */
export const countElsewhere = (tab: SearchTab, facets: Facets | undefined): number =>
  tab === "all" || !facets ? 0 : countOf(facets.tabs, "all");
