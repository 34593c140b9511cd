import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CompanyCardSkeleton } from "@/shared/company-card/CompanyCardSkeleton";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import type { Offering } from "@/shared/offering/types";
import { ErrorState } from "@/ui/ErrorState";
import { announce } from "@/ui/LiveRegion";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { keyOf, type SearchResults } from "../hooks/useSearch";
import { companyOf } from "../model/pins";
import { SearchWait } from "../results/SearchWait";
import { HitCard } from "./HitCard";
import classes from "./HitGrid.module.css";

/** Cards in view when the page opens. */
const FIRST = 4;
const SKELETONS = 12;

/** Company that the list and a map mark for each other. */
export interface Marking {
  marked: number | null;
  /** Company whose pin was chosen: it is scrolled into view. */
  chosen: number | null;
  onPoint: (company: number | null) => void;
}

interface HitGridProps {
  label: string;
  results: SearchResults;
  /** Small cards: two on a phone. */
  compact?: boolean;
  empty: ReactNode;
  marking?: Marking;
  actionOf?: (offering: Offering) => ReactNode;
}

/** Results as cards. More come when the end is scrolled into view. */
export function HitGrid({ label, results, compact, empty, marking, actionOf }: HitGridProps) {
  const { t } = useTranslation("discover");
  const { pages, hits, total } = results;
  const { count, more } = total ?? {};
  const list = useRef<HTMLUListElement>(null);
  const chosen = marking?.chosen ?? null;
  useEffect(() => {
    if (count !== undefined && !more) announce(t("total.results", { count }));
  }, [count, more, t]);
  useEffect(() => {
    if (chosen === null) return;
    list.current?.querySelector(`[data-company="${chosen}"]`)?.scrollIntoView({ block: "center" });
  }, [chosen]);
  if (pages.isError && hits.length === 0) {
    return <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />;
  }
  if (pages.isPending) {
    return (
      <SearchWait pages={pages}>
        <HitSkeletons compact={compact} />
      </SearchWait>
    );
  }
  if (hits.length === 0 && !pages.hasNextPage) return empty;
  return (
    <div className={classes.results}>
      <ul
        ref={list}
        className={classes.grid}
        data-compact={compact ? "" : undefined}
        aria-label={label}
        aria-busy={pages.isPlaceholderData}
      >
        {hits.map((hit, at) => {
          const company = companyOf(hit);
          return (
            <li
              key={keyOf(hit)}
              data-company={company}
              data-marked={marking?.marked === company ? "" : undefined}
              onPointerEnter={() => marking?.onPoint(company)}
              onPointerLeave={() => marking?.onPoint(null)}
              onFocus={() => marking?.onPoint(company)}
              onBlur={() => marking?.onPoint(null)}
            >
              <HitCard hit={hit} eager={at < FIRST} actionOf={actionOf} />
            </li>
          );
        })}
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

function HitSkeletons({ compact }: { compact?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={classes.grid} data-compact={compact ? "" : undefined}>
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <CompanyCardSkeleton key={at} />
        ))}
      </div>
    </div>
  );
}
