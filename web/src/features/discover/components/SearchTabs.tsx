import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Filters } from "../model/filters";
import { searchPath } from "../model/searchPath";
import { SEARCH_TABS, type SearchTab } from "../model/tabs";
import classes from "./SearchTabs.module.css";

interface SearchTabsProps {
  open: SearchTab;
  filters: Filters;
}

/** Kinds of results. Each is an address, and keeps the filters. */
export function SearchTabs({ open, filters }: SearchTabsProps) {
  const { t } = useTranslation("discover");
  return (
    <nav className={classes.tabs} aria-label={t("search.tabs")}>
      {SEARCH_TABS.map((tab) => (
        <Link
          key={tab}
          to={searchPath(tab, filters)}
          className={classes.tab}
          aria-current={tab === open ? "page" : undefined}
        >
          {t(`tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
