import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { toast } from "@/lib/toasts";
import { Icon } from "@/ui/Icon";
import { ListPanel } from "../../list/ListPanel";
import { useTyped } from "../../list/useTyped";
import { useMay } from "../../permissions";
import { PER_PAGE, useExportOrders, useOrders } from "../api";
import { type Filters, filtersOf, withFilters } from "../model/filters";
import { BulkBar } from "./BulkBar";
import { FilterBar } from "./FilterBar";
import classes from "./Orders.module.css";
import { OrderTable } from "./OrderTable";

const NO_FILTERS = { status: "all", query: "", from: null, to: null } as const;

interface ListViewProps {
  zone: string;
  glowing: ReadonlySet<number>;
}

/** All orders, with filters and sorting that the address keeps. */
export function ListView({ zone, glowing }: ListViewProps) {
  const { t } = useTranslation("business-orders");
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const change = (next: Partial<Filters>) =>
    setSearch((before) => withFilters(before, next), { replace: true });
  const [query, setQuery] = useTyped(filters.query, (text) => change({ query: text }));
  const list = useOrders(filters, zone);
  const file = useExportOrders(zone);
  const mayExport = useMay("store");
  const exportOrders = (): Promise<void> =>
    file.mutateAsync(filters).catch((error) => toast.error(t("exportFailed"), error, exportOrders));
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  // Those of other pages are not shown, so they stay as they are.
  const chosen = list.data?.items.filter(({ id }) => selected.has(id)) ?? [];
  const isFiltered = Boolean(filters.query || filters.from || filters.to || filters.status !== "all");
  const reset = () => {
    setQuery("");
    change(NO_FILTERS);
  };
  return (
    <>
      <FilterBar filters={filters} query={query} onQuery={setQuery} onChange={change} />
      {chosen.length > 0 && <BulkBar orders={chosen} onDone={() => setSelected(new Set())} />}
      {mayExport && (
        <Button
          variant="default"
          className={classes.export}
          leftSection={<Icon of={IconDownload} />}
          loading={file.isPending}
          disabled={!list.data?.items.length}
          onClick={exportOrders}
        >
          {t("export")}
        </Button>
      )}
      <ListPanel
        list={list}
        page={filters.page}
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
        {(orders) => (
          <OrderTable
            orders={orders}
            glowing={glowing}
            sorting={filters}
            onSort={change}
            selection={{ ids: selected, onSelect: setSelected }}
          />
        )}
      </ListPanel>
    </>
  );
}
