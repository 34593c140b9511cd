import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { countOf } from "@/shared/filters/details";
import type { Facets } from "../api";
import type { Filters } from "../model/filters";
import { searchPath } from "../model/searchPath";
import type { SearchTab } from "../model/tabs";
import classes from "./SearchTabs.module.css";

interface SearchTabsProps {
  tabs: readonly SearchTab[];
  open: SearchTab;
  filters: Filters;
  facets: Facets | undefined;
  /** Path of the screen. */
  screen?: string;
}

/** Kinds of results with their counts. Each is an address, and keeps the filters. */
export function SearchTabs({ tabs, open, filters, facets, screen }: SearchTabsProps) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  const current = useRef<HTMLAnchorElement>(null);
  // A phone shows only some of the tabs at once.
  const isCounted = facets !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the tab, its place with the counts
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [open, isCounted]);
  return (
    <nav className={classes.tabs} aria-label={t("search.tabs")}>
      {tabs.map((tab) => {
        const count = facets ? countOf(facets.tabs, tab) : 0;
        return (
          <Link
            key={tab}
            ref={tab === open ? current : undefined}
            to={searchPath(tab, filters, screen)}
            className={classes.tab}
            aria-current={tab === open ? "page" : undefined}
          >
            {t(`tab.${tab}`)}
            {tab !== "all" && count > 0 && <span className={classes.count}>{format.compact(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
