import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDesktop } from "@/ui/breakpoints";
import type { Facets } from "../api";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";
import classes from "./DiscoverLayout.module.css";
import { LazyFilterControls } from "./LazyFilterControls";

interface DiscoverLayoutProps {
  filters: Filters;
  fixed?: Partial<Filters>;
  facets: Facets | undefined;
  onChange: ChangeFilters;
  /** Map beside the results, where there is room. */
  map?: ReactNode;
  children: ReactNode;
}

/** Results with the filters in a side column on a desktop, and a map on the other side. */
export function DiscoverLayout({ filters, fixed, facets, onChange, map, children }: DiscoverLayoutProps) {
  const { t } = useTranslation("discover");
  const desktop = useDesktop();
  return (
    <div className={classes.layout} data-map={map ? "" : undefined}>
      {desktop && (
        <section className={classes.side} aria-label={t("filter.title")}>
          <LazyFilterControls filters={filters} fixed={fixed} facets={facets} onChange={onChange} />
        </section>
      )}
      <div className={classes.content}>{children}</div>
      {map && <div className={classes.map}>{map}</div>}
    </div>
  );
}
