import { useTranslation } from "react-i18next";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ReelTile } from "@/shared/reels/ReelTile";
import type { Reel } from "@/shared/reels/types";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import { ErrorState } from "@/ui/ErrorState";
import { EmptyResults } from "../components/EmptyResults";
import { SearchNotice } from "../hits/SearchNotice";
import type { ChangeFilters } from "../hooks/useFilters";
import type { SearchResults } from "../hooks/useSearch";
import { countElsewhere } from "../model/facets";
import type { Filters } from "../model/filters";
import { searchPath } from "../model/searchPath";
import classes from "./ReelResults.module.css";
import { ReelResultsSkeleton } from "./ReelResultsSkeleton";
import { SearchWait } from "./SearchWait";

interface ReelResultsProps {
  results: SearchResults;
  filters: Filters;
  onChange: ChangeFilters;
}

/** Reels that match, as posters. More come when the end is scrolled into view. */
export function ReelResults({ results, filters, onChange }: ReelResultsProps) {
  const { t } = useTranslation("discover");
  const { pages, first, reels } = results;
  if (pages.isError && reels.length === 0) {
    return <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />;
  }
  if (pages.isPending) {
    return (
      <SearchWait pages={pages}>
        <ReelResultsSkeleton />
      </SearchWait>
    );
  }
  if (reels.length === 0 && !pages.hasNextPage) {
    const elsewhere = countElsewhere("reels", first?.facets);
    return <EmptyResults filters={filters} elsewhere={elsewhere} onChange={onChange} />;
  }
  return (
    <div className={classes.results} aria-busy={pages.isPlaceholderData}>
      <SearchNotice page={first} filters={filters} />
      <ul className={classes.grid} aria-label={t("tab.reels")}>
        {reels.map((reel) => (
          <li key={reel.id}>
            <ReelTile reel={reel} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <InfiniteScroll
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </div>
  );
}

/** The first reels that match, above the other results. Left out when there is none. */
export function ReelRow({ reels, filters }: { reels: readonly Reel[]; filters: Filters }) {
  const { t } = useTranslation("discover");
  if (reels.length === 0) return null;
  return (
    <ScrollRow title={t("tab.reels")} all={searchPath("reels", filters)} size="tile">
      {reels.map((reel) => (
        <li key={reel.id}>
          <ReelTile reel={reel} sizes="160px" />
        </li>
      ))}
    </ScrollRow>
  );
}
