import type { QueryClient } from "@tanstack/react-query";
import type { Entry } from "./entries";

/** In the query cache: in memory only, and cleared when the account changes. */
const KEY = ["business-palette", "recent"] as const;
const MAX_RECENT = 5;

/** Entries opened from the palette, the latest first. */
export const recentEntries = (queries: QueryClient): readonly Entry[] =>
  queries.getQueryData<readonly Entry[]>(KEY) ?? [];

export function rememberEntry(queries: QueryClient, entry: Entry): void {
  const others = recentEntries(queries).filter(({ group, id }) => group !== entry.group || id !== entry.id);
  // Nothing observes it between two openings.
  queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(KEY, [entry, ...others].slice(0, MAX_RECENT));
}
