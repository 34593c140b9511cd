import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useCategories } from "@/shared/categories/api";
import { iconOf, nameKey } from "@/shared/categories/categories";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import classes from "./components/CategoryScreen.module.css";
import { ChipRow } from "./components/ChipRow";
import { CompanyRow } from "./components/CompanyRow";
import { DiscoverLayout } from "./components/DiscoverLayout";
import { Results } from "./components/Results";
import { useCategoryName } from "./hooks/useCategoryName";
import { useFilters } from "./hooks/useFilters";

/** `/categories/:category`: subcategories, companies and offerings of one category. */
export function CategoryScreen() {
  const { t } = useTranslation(["discover", "category"]);
  const { category = "" } = useParams();
  const { filters, change } = useFilters({ category });
  const nameOf = useCategoryName();
  const categories = useCategories();
  const hasPorts = useCategorySpec(category)?.fields.some(({ type }) => type === "port");
  const spec = categories.data?.find(({ key }) => key === category);
  if (categories.isSuccess && !spec) return <UnknownCategory />;
  const subcategories = spec?.subcategories ?? [];
  return (
    <Screen
      wide
      title={nameOf(category)}
      back="/"
      subBar={
        subcategories.length > 0 && (
          <ChipRow
            label={t("subcategories")}
            chosen={filters.subcategory}
            choices={[
              { key: null, label: t("all"), icon: iconOf(category) },
              ...subcategories.map(({ key, name_key }) => ({ key, label: t(nameKey(name_key)) })),
            ]}
            onChoose={(subcategory) => change({ subcategory })}
          />
        )
      }
    >
      <DiscoverLayout filters={filters} onChange={change}>
        {hasPorts && (
          <Link to="/search/cruises" className={classes.special}>
            {t("cruises.open")}
            <Icon of={IconArrowRight} directed />
          </Link>
        )}
        <CompanyRow filters={filters} />
        <Results list="offerings" filters={filters} onChange={change} />
      </DiscoverLayout>
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
