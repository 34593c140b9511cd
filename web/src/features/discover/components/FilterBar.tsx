import { Button, Skeleton } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconMap2 } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDesktop } from "@/ui/breakpoints";
import { CountBadge } from "@/ui/CountBadge";
import { Icon } from "@/ui/Icon";
import type { ChangeFilters } from "../hooks/useFilters";
import { activeFilters, type Filters } from "../model/filters";
import { mapPath } from "../model/searchPath";
import type { ListKind } from "../model/tabs";
import { ActiveFilterChips } from "./ActiveFilterChips";
import classes from "./FilterBar.module.css";
import { FilterSheet } from "./FilterSheet";

const SortSelect = lazy(() => import("./SortSelect").then((file) => ({ default: file.SortSelect })));

interface FilterBarProps {
  list: ListKind;
  filters: Filters;
  onChange: ChangeFilters;
  /** Number of results, undefined until known. */
  total?: number;
  /** Lists of different kinds have no order in common. */
  sortable?: boolean;
}

/** Number of results, sort order and the filters that are on. Phones and tablets open all filters from here. */
export function FilterBar({ list, filters, onChange, total, sortable = true }: FilterBarProps) {
  const { t } = useTranslation("discover");
  const desktop = useDesktop();
  const [open, setOpen] = useState(false);
  const count = activeFilters(filters).length;
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        {!desktop && (
          <Button
            variant="default"
            className={classes.open}
            leftSection={<Icon of={IconAdjustmentsHorizontal} />}
            rightSection={count > 0 && <CountBadge value={count} label={t("filter.count", { count })} />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t("filter.title")}
          </Button>
        )}
        <p className={classes.total} aria-live="polite">
          {total !== undefined && t(`total.${list}`, { count: total })}
        </p>
        {list === "companies" && (
          <Button
            component={Link}
            to={mapPath(filters)}
            variant="default"
            className={classes.open}
            leftSection={<Icon of={IconMap2} />}
          >
            {t("map.open")}
          </Button>
        )}
        {sortable && (
          <div className={classes.sort}>
            <Suspense fallback={<Skeleton height={44} radius="xl" />}>
              <SortSelect filters={filters} onChange={onChange} />
            </Suspense>
          </div>
        )}
      </div>
      <ActiveFilterChips filters={filters} onChange={onChange} />
      {!desktop && (
        <FilterSheet
          opened={open}
          onClose={() => setOpen(false)}
          list={list}
          filters={filters}
          onApply={onChange}
        />
      )}
    </div>
  );
}
