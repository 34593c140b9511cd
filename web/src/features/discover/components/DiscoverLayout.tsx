import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDesktop } from "@/ui/breakpoints";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";
import classes from "./DiscoverLayout.module.css";
import { LazyFilterControls } from "./LazyFilterControls";

interface DiscoverLayoutProps {
  filters: Filters;
  onChange: ChangeFilters;
  children: ReactNode;
}

/** Results with the filters in a side column on a desktop. */
export function DiscoverLayout({ filters, onChange, children }: DiscoverLayoutProps) {
  const { t } = useTranslation("discover");
  const desktop = useDesktop();
  return (
    <div className={classes.layout}>
      {desktop && (
        <section className={classes.side} aria-label={t("filter.title")}>
          <LazyFilterControls filters={filters} onChange={onChange} />
        </section>
      )}
      <div className={classes.content}>{children}</div>
    </div>
  );
}
