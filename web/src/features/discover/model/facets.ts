import type { Facets } from "../api";

/** Results that a value of a filter leaves. Values without results are not listed. */
export const countOf = (counts: readonly { key: string; count: number }[], key: string): number =>
  counts.find((one) => one.key === key)?.count ?? 0;

/** Results by minimum rating in tenths of stars. */
export const ratingCounts = (facets: Facets | undefined): ReadonlyMap<number, number> =>
  new Map(facets?.ratings.map(({ key, count }) => [Number(key), count]));
