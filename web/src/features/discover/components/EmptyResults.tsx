import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { useCategoryName } from "../hooks/useCategoryName";
import type { ChangeFilters } from "../hooks/useFilters";
import { activeFilters, CLEARED } from "../model/activeFilters";
import type { Filters } from "../model/filters";

interface EmptyResultsProps {
  filters: Filters;
  fixed?: Partial<Filters>;
  onChange: ChangeFilters;
}

/** Says what was searched, and offers to search for less. */
export function EmptyResults({ filters, fixed, onChange }: EmptyResultsProps) {
  const { t } = useTranslation("discover");
  const nameOf = useCategoryName();
  const count = activeFilters(filters, fixed).length;
  const { q, category, subcategory } = filters;
  const where = category ? nameOf(category, subcategory) : "";
  const searched = q && where ? "both" : q ? "query" : where ? "category" : "all";
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
