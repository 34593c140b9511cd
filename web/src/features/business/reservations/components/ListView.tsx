import { Button } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { toast } from "@/lib/toasts";
import { Icon } from "@/ui/Icon";
import { TabList } from "@/ui/TabList";
import { ListPanel } from "../../list/ListPanel";
import { useTyped } from "../../list/useTyped";
import { PER_PAGE, useCounts, useExportReservations, usePrintList, useReservations } from "../api";
import { today } from "../model/dates";
import { type Filters, filtersOf, TAB_KEYS, withFilters } from "../model/filters";
import { FilterBar } from "./FilterBar";
import type { DrawerMode } from "./ReservationDrawer";
import { ReservationList } from "./ReservationList";
import classes from "./Reservations.module.css";

const PrintSheet = lazyPart(() => import("./PrintSheet").then((file) => file.PrintSheet));

const PANEL = "reservations-panel";

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
  const print = usePrintList(zone);
  const file = useExportReservations(zone);
  const exportList = (): Promise<void> =>
    file.mutateAsync(filters).catch((error) => toast.error(t("export.failed"), error, exportList));
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
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<Icon of={IconPrinter} />}
          loading={print.isPending}
          disabled={!list.data?.items.length}
          onClick={() => print.mutate(filters, { onError: (error) => toast.error(t("failed"), error) })}
        >
          {t("print.action")}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconDownload} />}
          loading={file.isPending}
          disabled={!list.data?.items.length}
          onClick={exportList}
        >
          {t("export.action")}
        </Button>
      </div>
      {print.data && (
        <Suspense>
          <PrintSheet
            reservations={print.data.items}
            total={print.data.total}
            filters={print.variables}
            zone={zone}
            onDone={print.reset}
          />
        </Suspense>
      )}
      <ListPanel
        id={PANEL}
        role="tabpanel"
        aria-labelledby={`${PANEL}-${filters.tab}`}
        list={list}
        page={filters.page ?? list.data?.page ?? 1}
        size={PER_PAGE}
        onPage={(page) => change({ page })}
        counted={(count) => t("pages.count", { count })}
        empty={{
          title: t(isFiltered ? "empty.filtered" : "empty.title"),
          text: t(isFiltered ? "empty.filteredText" : "empty.text"),
          reset: isFiltered ? { label: t("empty.reset"), onClick: reset } : undefined,
        }}
        failed={t("failed")}
      >
        {(reservations) => (
          <ReservationList reservations={reservations} zone={zone} glowing={glowing} onOpen={onOpen} />
        )}
      </ListPanel>
    </>
  );
}
