import { Button, Skeleton } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconMap2 } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { useDesktop } from "@/ui/breakpoints";
import { CountBadge } from "@/ui/CountBadge";
import { Icon } from "@/ui/Icon";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Total } from "../hooks/useSearch";
import { activeFilters } from "../model/activeFilters";
import type { Filters } from "../model/filters";
import { mapPath } from "../model/searchPath";
import type { SearchTab } from "../model/tabs";
import classes from "./FilterBar.module.css";

const ActiveFilterChips = lazyPart(() =>
  import("./ActiveFilterChips").then((file) => file.ActiveFilterChips),
);
const FilterSheet = lazyPart(() => import("./FilterSheet").then((file) => file.FilterSheet));
const SortSelect = lazyPart(() => import("./SortSelect").then((file) => file.SortSelect));

interface FilterBarProps {
  tab: SearchTab;
  filters: Filters;
  fixed?: Partial<Filters>;
  onChange: ChangeFilters;
  /** Number of results, undefined until known. */
  total: Total | undefined;
  /** Switch of the map beside the list. Without it, the map is another page. */
  mapSwitch?: ReactNode;
}

/** Number of results, sort order and the conditions that are on. Phones and tablets open all filters from here. */
export function FilterBar({ tab, filters, fixed, onChange, total, mapSwitch }: FilterBarProps) {
  const { t } = useTranslation("discover");
  const desktop = useDesktop();
  const [open, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const count = activeFilters(filters, fixed).length;
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
            onClick={() => {
              setHasOpened(true);
              setOpen(true);
            }}
          >
            {t("filter.title")}
          </Button>
        )}
        <p className={classes.total} aria-live="polite">
          {total && t(total.more ? "total.more" : "total.results", { count: total.count })}
        </p>
        {mapSwitch ?? (
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
        <div className={classes.sort}>
          <Suspense fallback={<Skeleton height={44} radius="xl" />}>
            <SortSelect filters={filters} onChange={onChange} />
          </Suspense>
        </div>
      </div>
      {count > 0 && (
        <Suspense>
          <ActiveFilterChips filters={filters} fixed={fixed} onChange={onChange} />
        </Suspense>
      )}
      {!desktop && hasOpened && (
        <Suspense>
          <FilterSheet
            opened={open}
            onClose={() => setOpen(false)}
            tab={tab}
            filters={filters}
            fixed={fixed}
            onApply={onChange}
          />
        </Suspense>
      )}
    </div>
  );
}
