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
import { TabList } from "@/ui/TabList";
import { PER_PAGE, useCounts, useReservations } from "../api";
import { today } from "../model/dates";
import { type Filters, filtersOf, TAB_KEYS, withFilters } from "../model/filters";
import { FilterBar } from "./FilterBar";
import type { DrawerMode } from "./ReservationDrawer";
import { ReservationList } from "./ReservationList";
import classes from "./Reservations.module.css";

const PANEL = "reservations-panel";
const TYPING_MS = 250;

interface ListViewProps {
  zone: string;
  glowing: ReadonlySet<number>;
  onOpen: (id: number, mode?: DrawerMode) => void;
}

/** Reservations in order of their start, with tabs and filters that the address keeps. */
export function ListView({ zone, glowing, onOpen }: ListViewProps) {
  const { t } = useTranslation("reservations");
  const { count: badge } = useFormat();
  const [search, setSearch] = useSearchParams();
  const day = today(zone);
  const filters = filtersOf(search, day);
  const change = (next: Partial<Filters>) =>
    setSearch((before) => withFilters(before, next, day), { replace: true });
  const [query, setQuery] = useTyped(filters.query, (text) => change({ query: text }));
  const list = useReservations(filters, zone);
  const counts = useCounts(filters, zone).data;
  const label = (tab: Filters["tab"]) =>
    counts ? t("tab.counted", { tab: t(`tab.${tab}`), shown: badge(counts[tab]) }) : t(`tab.${tab}`);
  const isFiltered = Boolean(filters.query || filters.to || filters.from !== day || filters.tab !== "all");
  const reset = () => {
    setQuery("");
    change({ tab: "all", query: "", from: day, to: null });
  };
  return (
    <>
      <TabList
        label={t("tab.label")}
        tabs={TAB_KEYS.map((key) => ({ key, label: label(key) }))}
        open={filters.tab}
        onOpen={(tab) => change({ tab })}
        panel={PANEL}
      />
      <FilterBar filters={filters} query={query} onQuery={setQuery} onChange={change} />
      <div
        id={PANEL}
        role="tabpanel"
        aria-labelledby={`${PANEL}-${filters.tab}`}
        className={classes.panel}
        aria-busy={list.isPlaceholderData}
      >
        {list.data && list.data.items.length > 0 ? (
          <>
            <ReservationList reservations={list.data.items} zone={zone} glowing={glowing} onOpen={onOpen} />
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
  const { t } = useTranslation("reservations");
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
