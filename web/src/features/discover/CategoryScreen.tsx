import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { useCategories } from "@/shared/categories/api";
import { iconOf, nameKey } from "@/shared/categories/categories";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { countOf } from "@/shared/filters/details";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import classes from "./components/CategoryScreen.module.css";
import { ChipRow } from "./components/ChipRow";
import { SearchTabs } from "./components/SearchTabs";
import { useCategoryName } from "./hooks/useCategoryName";
import { useFilters } from "./hooks/useFilters";
import { useSearch } from "./hooks/useSearch";
import { readTab, SEARCH_TABS, type SearchTab } from "./model/tabs";
import { Results } from "./results/Results";

/** `/categories/:category`: subcategories, companies and offerings of one category. */
export function CategoryScreen() {
  const { t } = useTranslation(["discover", "category"]);
  const { category = "" } = useParams();
  const [params] = useSearchParams();
  const tab = readTab(params);
  const fixed = { category };
  const { filters, change } = useFilters(fixed);
  const nameOf = useCategoryName();
  const categories = useCategories();
  const spec = categories.data?.find(({ key }) => key === category);
  const results = useSearch(tab, filters, { enabled: spec !== undefined });
  const hasPorts = useCategorySpec(category)?.fields.some(({ type }) => type === "port");
  if (categories.isSuccess && !spec) return <UnknownCategory />;
  const subcategories = spec?.subcategories ?? [];
  const facets = results.first?.facets;
  const hasResults = (one: SearchTab) => one === tab || (facets && countOf(facets.tabs, one) > 0);
  return (
    <Screen
      wide
      title={nameOf(category)}
      back="/"
      subBar={
        <>
          {subcategories.length > 0 && (
            <ChipRow
              label={t("subcategories")}
              chosen={filters.subcategory}
              choices={[
                { key: null, label: t("all"), icon: iconOf(category) },
                ...subcategories.map(({ key, name_key }) => ({ key, label: t(nameKey(name_key)) })),
              ]}
              onChoose={(subcategory) => change({ subcategory })}
            />
          )}
          <SearchTabs
            tabs={SEARCH_TABS.filter((one) => one === "all" || hasResults(one))}
            open={tab}
            filters={{ ...filters, category: null }}
            facets={facets}
            screen={`/categories/${category}`}
          />
        </>
      }
    >
      {categories.isLoadingError ? (
        <ErrorState title={t("failed")} onRetry={() => void categories.refetch()} />
      ) : (
        <Results
          key={tab}
          tab={tab}
          results={results}
          filters={filters}
          fixed={fixed}
          onChange={change}
          mapped
        >
          {hasPorts && (
            <Link to="/search/cruises" className={classes.special}>
              {t("cruises.open")}
              <Icon of={IconArrowRight} directed />
            </Link>
          )}
        </Results>
      )}
    </Screen>
  );
}

function UnknownCategory() {
  const { t } = useTranslation("discover");
  return (
    <Screen title={t("category.unknown")} back="/">
      <EmptyState
        title={t("empty.title")}
        text={t("category.unknownText")}
        action={
          <Button component={Link} to="/search" leftSection={<Icon of={iconOf("")} />}>
            {t("category.searchAll")}
          </Button>
        }
      />
    </Screen>
  );
}
