import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { useCategoryName } from "../hooks/useCategoryName";
import type { ChangeFilters } from "../hooks/useFilters";
import { activeFilters, CLEARED } from "../model/activeFilters";
import type { Filters } from "../model/filters";
import { searchPath } from "../model/searchPath";

interface EmptyResultsProps {
  filters: Filters;
  fixed?: Partial<Filters>;
  /** Results with the same filters under other tabs. */
  elsewhere?: number;
  onChange: ChangeFilters;
}

/** Says what was searched, and offers to search for less. */
export function EmptyResults({ filters, fixed, elsewhere = 0, onChange }: EmptyResultsProps) {
  const { t } = useTranslation("discover");
  const nameOf = useCategoryName();
  const count = activeFilters(filters, fixed).length;
  const { q, category, subcategory } = filters;
  const where = category ? nameOf(category, subcategory) : "";
  const searched = q && where ? "both" : q ? "query" : where ? "category" : "all";
  if (elsewhere > 0) {
    return (
      <EmptyState
        title={t("empty.title")}
        text={t("empty.elsewhere", { count: elsewhere })}
        action={
          <Button component={Link} to={searchPath("all", filters)}>
            {t("empty.seeAll")}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t("empty.title")}
      text={
        <>
          {t(`empty.${searched}`, { query: q, category: where })} {count > 0 && t("empty.filters", { count })}
        </>
      }
      action={
        count > 0 ? (
          <Button onClick={() => onChange(CLEARED)}>{t("filter.clear")}</Button>
        ) : q ? (
          <Button onClick={() => onChange({ q: "" })}>{t("empty.clearQuery")}</Button>
        ) : undefined
      }
    />
  );
}
