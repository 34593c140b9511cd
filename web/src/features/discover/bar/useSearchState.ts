import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { privacyQuery } from "@/shared/settings/privacy";
import { changeFilters, type Filters, NO_FILTERS, readFilters } from "../model/filters";
import { placeAfter, readMapPlace } from "../model/mapPlace";
import { searchPath } from "../model/searchPath";
import { readTab } from "../model/tabs";
import { rememberSearch } from "./recentSearches";

/** Screens whose address is a search. The field searches on in them; elsewhere it opens the first. */
const SCREENS = ["/search", "/map"];

/** A second choice at once builds on the first. */
const IN_PLACE = { replace: true, preventScrollReset: true, flushSync: true };

/** Search of the address with what was chosen since. On a screen of results a choice takes effect at once. */
export function useSearchState() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Partial<Filters>>({});
  // Another address has another search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft ends with its address
  useEffect(() => setDraft({}), [pathname, search]);
  const isShown = SCREENS.includes(pathname);
  const params = new URLSearchParams(isShown ? search : "");
  const applied = isShown ? readFilters(params) : NO_FILTERS;
  const filters = changeFilters(applied, draft);
  /** Address of the filters after a change. The map stays where it is, unless the change leads elsewhere. */
  const pathOf = (next: Filters, patch: Partial<Filters>) => {
    const tab = readTab(params);
    // People have names only.
    const shown = tab === "people" && !next.q ? "all" : tab;
    return searchPath(
      shown,
      next,
      isShown ? pathname : "/search",
      placeAfter(readMapPlace(params), patch, pathname),
    );
  };
  return {
    filters,
    /** Changes where, when or who. */
    choose(patch: Partial<Filters>) {
      if (isShown) void navigate(pathOf(changeFilters(filters, patch), patch), IN_PLACE);
      else setDraft((last) => ({ ...last, ...patch }));
    },
    /** Opens the results. */
    submit(patch: Partial<Filters>) {
      const next = changeFilters(filters, patch);
      const path = pathOf(next, patch);
      // The suggestions of the field have read the settings.
      const privacy = queries.getQueryData(privacyQuery.queryKey);
      if (privacy?.cookies !== false)
        rememberSearch({ q: next.q.trim(), path: searchPath("all", { ...next, sort: "relevance" }) });
      void navigate(path);
    },
    open: (path: string) => void navigate(path),
  };
}

export type SearchState = ReturnType<typeof useSearchState>;
