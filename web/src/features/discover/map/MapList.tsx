import { Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { announce } from "@/ui/LiveRegion";
import { SearchWait } from "../results/SearchWait";
import { CompanyLine } from "./CompanyLine";
import classes from "./MapList.module.css";
import type { useCompaniesIn } from "./useCompaniesIn";

interface MapListProps {
  found: ReturnType<typeof useCompaniesIn>;
  /** Company whose pin is pointed at or chosen. */
  marked: number | null;
  /** Company of the chosen pin. It is scrolled into view when it is chosen, and not where a visit is returned to. */
  chosen: number | null;
  onPoint: (id: number | null) => void;
}

const SKELETONS = 6;

/** List of the companies on the map. It serves the keyboard and screen readers. */
export function MapList({ found, marked, chosen, onPoint }: MapListProps) {
  const { t } = useTranslation("discover");
  const list = useRef<HTMLUListElement>(null);
  const { pages, companies, total } = found;
  const { count, more } = total ?? {};
  useEffect(() => {
    if (count !== undefined && !more) announce(t("map.total", { count }));
  }, [count, more, t]);
  const shown = useRef(chosen);
  useEffect(() => {
    if (chosen === shown.current) return;
    shown.current = chosen;
    const line = list.current?.querySelector(`[data-company="${chosen}"]`);
    line?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (pages.isError && companies.length === 0) {
    return <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />;
  }
  if (pages.isPending) {
    return (
      <SearchWait pages={pages}>
        <div className={classes.list} aria-hidden="true">
          {Array.from({ length: SKELETONS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <Skeleton key={at} height={120} radius="lg" />
          ))}
        </div>
      </SearchWait>
    );
  }
  if (companies.length === 0 && !pages.hasNextPage)
    return <EmptyState title={t("map.none")} text={t("map.noneText")} />;
  return (
    <>
      <ul ref={list} className={classes.list} aria-label={t("map.list")} aria-busy={pages.isPlaceholderData}>
        {companies.map((hit) => (
          <li key={hit.company.id}>
            <CompanyLine
              hit={hit}
              marked={hit.company.id === marked}
              onPoint={(pointed) => onPoint(pointed ? hit.company.id : null)}
            />
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
    </>
  );
}
