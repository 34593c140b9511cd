import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { CategoryTiles } from "@/shared/categories/CategoryTiles";
import { usePhone } from "@/ui/breakpoints";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { SearchEntry } from "./bar/SearchEntry";
import { SearchTabs } from "./components/SearchTabs";
import { useFilters } from "./hooks/useFilters";
import { useSearch } from "./hooks/useSearch";
import { activeFilters } from "./model/activeFilters";
import { readTab, SEARCH_TABS } from "./model/tabs";
import { ReelResultsSkeleton } from "./results/ReelResultsSkeleton";
import { Results } from "./results/Results";
import classes from "./SearchScreen.module.css";

/** People and reels have tabs of their own, and many searches find none. */
const PeopleResults = lazyPart(() => import("./results/PeopleResults").then((file) => file.PeopleResults));
const PeopleRow = lazyPart(() => import("./results/PeopleResults").then((file) => file.PeopleRow));
const ReelResults = lazyPart(() => import("./results/ReelResults").then((file) => file.ReelResults));
const ReelRow = lazyPart(() => import("./results/ReelResults").then((file) => file.ReelRow));

/** `/search`: what, where, when and who over everything. */
export function SearchScreen() {
  const { t } = useTranslation("discover");
  const [params] = useSearchParams();
  const tab = readTab(params);
  const phone = usePhone();
  const { filters, change } = useFilters();
  const results = useSearch(tab, filters);
  const { q } = filters;
  const isStart = tab === "all" && !q && activeFilters(filters).length === 0;
  const title = q ? t("search.titleOf", { query: q }) : t("search.title");
  return (
    <Screen
      wide
      title={title}
      header={null}
      subBar={
        <div className={classes.bar}>
          <VisuallyHidden>
            <h1>{title}</h1>
          </VisuallyHidden>
          {phone && <SearchEntry />}
          <SearchTabs tabs={SEARCH_TABS} open={tab} filters={filters} facets={results.first?.facets} />
        </div>
      }
    >
      {tab === "people" && (
        <Suspense fallback={<RowSkeletons rows={8} />}>
          <PeopleResults results={results} query={q} />
        </Suspense>
      )}
      {tab === "reels" && (
        <Suspense fallback={<ReelResultsSkeleton />}>
          <ReelResults results={results} filters={filters} onChange={change} />
        </Suspense>
      )}
      {tab !== "people" && tab !== "reels" && (
        <Results key={tab} tab={tab} results={results} filters={filters} onChange={change} mapped>
          {isStart && <CategoryTiles title={t("categories")} />}
          {results.people.length > 0 && (
            <Suspense>
              <PeopleRow people={results.people} filters={filters} />
            </Suspense>
          )}
          {results.reels.length > 0 && (
            <Suspense>
              <ReelRow reels={results.reels} filters={filters} />
            </Suspense>
          )}
        </Results>
      )}
    </Screen>
  );
}
