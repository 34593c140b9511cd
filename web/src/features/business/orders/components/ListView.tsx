import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormat } from "@/lib/format";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import { PER_PAGE, useOrders } from "../api";
import { type Filters, filtersOf, withFilters } from "../model/filters";
import { FilterBar } from "./FilterBar";
import classes from "./Orders.module.css";
import { OrderTable } from "./OrderTable";

const TYPING_MS = 250;
const NO_FILTERS = { status: "all", query: "", from: null, to: null } as const;

interface ListViewProps {
  zone: string;
  glowing: ReadonlySet<number>;
}

/** All orders, the newest first, with filters that the address keeps. */
export function ListView({ zone, glowing }: ListViewProps) {
  const { t } = useTranslation("business-orders");
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const change = (next: Partial<Filters>) =>
    setSearch((before) => withFilters(before, next), { replace: true });
  const [query, setQuery] = useTyped(filters.query, (text) => change({ query: text }));
  const list = useOrders(filters, zone);
  const isFiltered = Boolean(filters.query || filters.from || filters.to || filters.status !== "all");
  const reset = () => {
    setQuery("");
    change(NO_FILTERS);
  };
  return (
    <>
      <FilterBar filters={filters} query={query} onQuery={setQuery} onChange={change} />
      <div className={classes.panel} aria-busy={list.isPlaceholderData}>
        {list.data && list.data.items.length > 0 ? (
          <>
            <OrderTable orders={list.data.items} glowing={glowing} />
            <Pages page={filters.page} total={list.data.total} onPage={(page) => change({ page })} />
          </>
        ) : list.data ? (
          <EmptyState
            title={t(isFiltered ? "empty.filtered" : "empty.title")}
            text={t(isFiltered ? "empty.filteredText" : "empty.text")}
            action={
              isFiltered && (
                <Button variant="default" onClick={reset}>
                  {t("empty.reset")}
                </Button>
              )
            }
          />
        ) : list.isError ? (
          <ErrorState title={t("failed")} onRetry={() => void list.refetch()} />
        ) : (
          <RowSkeletons />
        )}
      </div>
    </>
  );
}

/** Text of a field that is applied after a pause. */
function useTyped(applied: string, apply: (text: string) => void) {
  const [text, setText] = useState(applied);
  useEffect(() => {
    if (text === applied) return;
    const timer = setTimeout(() => apply(text), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return [text, setText] as const;
}

interface PagesProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

function Pages({ page, total, onPage }: PagesProps) {
  const { t } = useTranslation("business-orders");
  const { number } = useFormat();
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  if (last === 1) return <p className={classes.muted}>{t("pages.count", { count: total })}</p>;
  return (
    <nav className={classes.pages} aria-label={t("pages.label")}>
      <Button
        variant="default"
        leftSection={<Icon of={IconChevronLeft} directed />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        {t("pages.previous")}
      </Button>
      <span>{t("pages.of", { page: number(page), last: number(last) })}</span>
      <Button
        variant="default"
        rightSection={<Icon of={IconChevronRight} directed />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        {t("pages.next")}
      </Button>
    </nav>
  );
}
