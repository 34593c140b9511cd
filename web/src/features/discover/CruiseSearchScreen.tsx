import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { currencyOfLanguage } from "@/shared/money/currencies";
import { minorUnits } from "@/shared/money/decimals";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { SelectField } from "@/ui/SelectField";
import { findSailings, type Relaxation, type SailingQuery } from "./api";
import { CruiseForm } from "./components/CruiseForm";
import classes from "./components/Cruises.module.css";
import { SailingCard } from "./components/SailingCard";
import notice from "./hits/SearchNotice.module.css";
import { totalOf, uniqueItems } from "./hooks/useSearch";
import { readSailingQuery, SAILING_SORTS, sailingParams, writeSailingQuery } from "./model/sailings";
import { SearchWait } from "./results/SearchWait";

/** `/search/cruises`: cruises by port, day, nights, party, price and facility. */
export function CruiseSearchScreen() {
  const { t } = useTranslation("discover");
  const [params, setParams] = useSearchParams();
  const query = readSailingQuery(params);
  const currency = currencyOfLanguage(useLanguage().code);
  const change = (next: SailingQuery) =>
    setParams((now) => writeSailingQuery(now, next), { replace: true, preventScrollReset: true });
  const pages = useSailings(query, currency);
  const sailings = uniqueItems(pages.data?.pages ?? []);
  const first = pages.data?.pages[0];
  const total =
    first &&
    totalOf({
      dated: query.date !== undefined,
      total: first.total,
      shown: sailings.length,
      more: pages.hasNextPage,
    });
  return (
    <Screen wide title={t("cruises.title")} back="/categories/cruises">
      <div className={classes.page}>
        <CruiseForm
          query={query}
          facets={first?.facets.cruise ?? undefined}
          currency={currency}
          onChange={change}
        />
        <div className={classes.bar}>
          <p className={classes.total} aria-live="polite">
            {total && t(total.more ? "total.more" : "total.cruises", { count: total.count })}
          </p>
          <SelectField
            aria-label={t("sort.label")}
            data={SAILING_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
            value={query.sort ?? "relevance"}
            onChange={({ currentTarget: { value } }) =>
              change({ ...query, sort: SAILING_SORTS.find((sort) => sort === value && sort !== "relevance") })
            }
          />
        </div>
        {sailings.length > 0 && <GivenUp relaxed={first?.relaxed ?? []} />}
        {pages.isError && sailings.length === 0 && (
          <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />
        )}
        {pages.isPending && (
          <SearchWait pages={pages}>
            <OfferingSkeletons layout="row" />
          </SearchWait>
        )}
        {pages.isSuccess && sailings.length === 0 && !pages.hasNextPage && (
          <EmptyState
            title={t("empty.title")}
            text={t("cruises.none")}
            action={<Button onClick={() => change({})}>{t("cruises.clear")}</Button>}
          />
        )}
        <ul className={classes.list} aria-label={t("cruises.list")} aria-busy={pages.isPlaceholderData}>
          {sailings.map((sailing) => (
            <SailingCard key={sailing.id} sailing={sailing} people={query.people} />
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

/** Cruises of a search, by page. */
function useSailings(query: SailingQuery, currency: string) {
  const params = sailingParams(query, currency, minorUnits(currency));
  return useInfiniteQuery({
    queryKey: ["discover", "sailings", params],
    queryFn: ({ pageParam }) => findSailings(params, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    gcTime: 1_800_000,
  });
}

/** Conditions that were given up because nothing met all of them. */
function GivenUp({ relaxed }: { relaxed: readonly Relaxation[] }) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  return (
    <div role="status" className={notice.place}>
      {relaxed.length > 0 && (
        <p className={notice.relaxed}>
          <Icon of={IconInfoCircle} />
          <span>
            {t("relaxed.text", { conditions: format.list(relaxed.map((key) => t(`relaxed.${key}`))) })}
          </span>
        </p>
      )}
    </div>
  );
}
