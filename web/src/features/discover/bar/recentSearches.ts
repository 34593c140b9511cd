import { readStored, writeStored } from "@/lib/storage";

/** Search of this browser. */
export interface RecentSearch {
  q: string;
  path: string;
}

const STORED = "plaza.recentSearches";
const KEPT = 6;

/** Latest searches first. Anything else in the storage is ignored. */
export function recentSearches(): RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Puts a search first. One without words is not kept. */
export function rememberSearch(search: RecentSearch): void {
  if (!search.q) return;
  const others = recentSearches().filter(({ q }) => q.toLowerCase() !== search.q.toLowerCase());
  writeStored(STORED, JSON.stringify([search, ...others].slice(0, KEPT)));
}

export const clearRecentSearches = (): void => writeStored(STORED, null);

/** The storage is open to whoever uses the browser: only paths of the search are followed. */
const isSearch = (value: unknown): value is RecentSearch => {
  const { q, path } = (value ?? {}) as Partial<RecentSearch>;
  return typeof q === "string" && typeof path === "string" && path.startsWith("/search");
};
