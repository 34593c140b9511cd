import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useFormat } from "@/lib/format";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { useBasePath } from "../hooks/useBasePath";
import { type CompanyTab, hasMenu, shownTabs, tabPath } from "../model/tabs";
import type { CompanyDetails } from "../types";
import classes from "./CompanyTabs.module.css";
import { scrollToTabs, TABS_ID } from "./tabsPosition";

/** Tabs of a company as links: each has a URL, and the back button leads to the tab before. */
export function CompanyTabs({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const format = useFormat();
  const base = useBasePath();
  const { pathname, state } = useLocation();
  const spec = useCategorySpec(company.categories[0]);
  const list = useTabInView(pathname);
  const label = ({ key }: CompanyTab) =>
    key === "products" && hasMenu(spec) ? t("tab.menu") : t(`tab.${key}`);
  return (
    <nav id={TABS_ID} className={classes.bar} aria-label={t("tab.label")}>
      <ul ref={list} className={classes.list}>
        {shownTabs(company).map((tab) => {
          const count = tab.count(company);
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
