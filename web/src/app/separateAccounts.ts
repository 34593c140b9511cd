import type { QueryClient } from "@tanstack/react-query";
import { useAuth } from "@/api/auth";
import { clearRecentSearches } from "@/features/discover/bar/recentSearches";

/** Keeps the data of an account from the next one. Returns the function that ends it. */
export const separateAccounts = (queries: QueryClient): (() => void) =>
  useAuth.subscribe((now, before) => {
    if (now.credentials?.user.id === before.credentials?.user.id) return;
    if (before.credentials) {
      // The next account must never see data fetched by the previous one, nor its searches.
      queries.clear();
      clearRecentSearches();
      return;
    }
    // A visitor becomes a guest with the first line of a cart. The open page stays in place while it is read again.
    queries.removeQueries({ type: "inactive" });
    void queries.invalidateQueries();
  });
