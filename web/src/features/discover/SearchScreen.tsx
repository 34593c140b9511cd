import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { usePhone } from "@/ui/breakpoints";
import { Screen } from "@/ui/Screen";
import { TopBar } from "@/ui/TopBar";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { AllResults } from "./components/AllResults";
import { CategoryChips } from "./components/CategoryChips";
import { DiscoverLayout } from "./components/DiscoverLayout";
import { Results } from "./components/Results";
import { SearchBox } from "./components/SearchBox";
import { SearchTabs } from "./components/SearchTabs";
import { useFilters } from "./hooks/useFilters";
import { RESULT_TABS, type ResultTab, readTab } from "./model/tabs";

/** `/search`: one box over companies and offerings. */
export function SearchScreen() {
  const { t } = useTranslation("discover");
  const [params] = useSearchParams();
  const tab = readTab(params);
  const { filters, change } = useFilters();
  const phone = usePhone();
  const box = <SearchBox query={filters.q} onQuery={(q) => change({ q })} />;
  return (
    <Screen
      wide
      title={filters.q ? t("search.titleOf", { query: filters.q }) : t("search.title")}
      header={
        phone ? undefined : (
          <TopBar title={t("search.title")}>
            <VisuallyHidden>
              <h1>{t("search.title")}</h1>
            </VisuallyHidden>
            {box}
          </TopBar>
        )
      }
      subBar={
        <>
          {phone && box}
          <SearchTabs open={tab} filters={filters} />
        </>
      }
    >
      <DiscoverLayout filters={filters} onChange={change}>
        {tab === "all" ? (
          <AllResults filters={filters} onChange={change} />
        ) : (
          <TabResults key={tab} tab={tab} />
        )}
      </DiscoverLayout>
    </Screen>
  );
}

function TabResults({ tab }: { tab: ResultTab }) {
  const { list, base } = RESULT_TABS[tab];
  const { filters, change } = useFilters(base);
  const fixed = "category" in base;
  return (
    <>
      {!fixed && <CategoryChips filters={filters} onChange={change} />}
      <Results list={list} filters={filters} onChange={change} />
    </>
  );
}
