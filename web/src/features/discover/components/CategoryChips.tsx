import { useTranslation } from "react-i18next";
import { useCategories } from "@/shared/categories/api";
import { iconOf, nameKey } from "@/shared/categories/categories";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";
import { ChipRow } from "./ChipRow";

interface CategoryChipsProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** All categories, of which one filters the list. */
export function CategoryChips({ filters, onChange }: CategoryChipsProps) {
  const { t } = useTranslation(["discover", "category"]);
  const categories = useCategories();
  return (
    <ChipRow
      label={t("categories")}
      chosen={filters.category}
      choices={[
        { key: null, label: t("all") },
        ...(categories.data ?? []).map(({ key, name_key }) => ({
          key,
          label: t(nameKey(name_key)),
          icon: iconOf(key),
        })),
      ]}
      onChoose={(category) => onChange({ category, subcategory: null })}
    />
  );
}
