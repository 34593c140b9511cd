import { Button } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { pageParams } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { findSailings } from "./api";
import { CruiseForm } from "./components/CruiseForm";
import classes from "./components/Cruises.module.css";
import { SailingCard } from "./components/SailingCard";
import { uniqueItems } from "./hooks/useSearch";
import { readSailingQuery, writeSailingQuery } from "./model/sailings";

/** `/search/cruises`: sailings by destination, date and departure port. */
export function CruiseSearchScreen() {
  const { t } = useTranslation("discover");
  const [params, setParams] = useSearchParams();
  const query = readSailingQuery(params);
  const change = (next: typeof query) =>
    setParams((now) => writeSailingQuery(now, next), { replace: true, preventScrollReset: true });
  const pages = useInfiniteQuery({
    queryKey: ["discover", "sailings", query],
    queryFn: ({ pageParam }) => findSailings(query, pageParam),
    ...pageParams,
    placeholderData: keepPreviousData,
    gcTime: 1_800_000,
  });
  const sailings = uniqueItems(pages.data?.pages ?? []);
  const total = pages.data?.pages[0]?.total;
  return (
    <Screen wide title={t("cruises.title")} back="/categories/cruises">
      <div className={classes.page}>
        <CruiseForm query={query} onChange={change} />
        <p className={classes.total} aria-live="polite">
          {total !== undefined && t("total.cruises", { count: total })}
        </p>
        {pages.isError && sailings.length === 0 && (
          <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />
        )}
        {pages.isPending && <OfferingSkeletons layout="row" />}
        {pages.isSuccess && sailings.length === 0 && (
          <EmptyState
            title={t("empty.title")}
            text={t("cruises.none")}
            action={<Button onClick={() => change({})}>{t("cruises.clear")}</Button>}
          />
        )}
        <ul className={classes.list} aria-label={t("cruises.list")} aria-busy={pages.isPlaceholderData}>
          {sailings.map((sailing) => (
            <SailingCard key={sailing.id} sailing={sailing} />
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
    </Screen>
  );
}
