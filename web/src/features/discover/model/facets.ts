import { countOf } from "@/shared/filters/details";
import type { Facets } from "../api";
import type { SearchTab } from "./tabs";

/** Results by minimum rating in tenths of stars. */
export const ratingCounts = (facets: Facets | undefined): ReadonlyMap<number, number> =>
  new Map(facets?.ratings.map(({ key, count }) => [Number(key), count]));

/** Results that the tab of everything shows when another tab shows none. */
export const countElsewhere = (tab: SearchTab, facets: Facets | undefined): number =>
  tab === "all" || !facets ? 0 : countOf(facets.tabs, "all");
