import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useFormat } from "@/lib/format";
import { useBasePath } from "../hooks/useBasePath";
import { useSpecs, useTabs } from "../hooks/useTabs";
import { type CompanyTab, hasMenu, hasOnlyTables, tabPath } from "../model/tabs";
import type { CompanyDetails } from "../types";
import classes from "./CompanyTabs.module.css";
import { scrollToTabs, TABS_ID } from "./tabsPosition";

/** Tabs of a company as links: each has a URL, and the back button leads to the tab before. */
export function CompanyTabs({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const format = useFormat();
  const base = useBasePath();
  const { pathname, state } = useLocation();
  const specOf = useSpecs();
  const tabs = useTabs(company);
  const list = useTabInView(pathname);
  const label = ({ key }: CompanyTab) => {
    if (key === "products" && hasMenu(specOf(company.categories[0] ?? ""))) return t("tab.menu");
    return t(key === "tickets" && hasOnlyTables(company) ? "tab.tables" : `tab.${key}`);
  };
  return (
    <nav id={TABS_ID} className={classes.bar} aria-label={t("tab.label")}>
      <ul ref={list} className={classes.list}>
        {tabs.map((tab) => {
          const count = tab.count(company, specOf);
          return (
            <li key={tab.key}>
              <NavLink
                to={tabPath(base, tab)}
                end
                state={state}
                preventScrollReset
                className={classes.tab}
                onClick={() => scrollToTabs()}
              >
                {label(tab)}
                {count !== null && <span className={classes.count}>{format.number(count)}</span>}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Keeps the current tab in view in a bar that scrolls. */
function useTabInView(pathname: string) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab follows the path
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!current || !list.current) return;
    const { offsetLeft, offsetWidth } = current;
    list.current.scrollTo({ left: offsetLeft - (list.current.clientWidth - offsetWidth) / 2 });
  }, [pathname]);
  return list;
}
