import { useTranslation } from "react-i18next";
import { useCategories } from "@/shared/categories/api";
import { iconOf, nameKey } from "@/shared/categories/categories";
import { countOf } from "@/shared/filters/details";
import type { Facets } from "../api";
import type { ChangeFilters } from "../hooks/useFilters";
import { type Filters, otherCategory } from "../model/filters";
import { ChipRow } from "./ChipRow";

interface CategoryChipsProps {
  filters: Filters;
  onChange: ChangeFilters;
  /** Categories to choose from, in this order. The default is all of them, and none. */
  only?: readonly string[];
  /** Leaves out categories without results. */
  facets?: Facets | undefined;
}

/** All categories, of which one filters the list. */
export function CategoryChips({ filters, onChange, only, facets }: CategoryChipsProps) {
  const { t } = useTranslation(["discover", "category"]);
  const categories = useCategories();
  const shown = (categories.data ?? [])
    .filter(({ key }) => only?.includes(key) ?? true)
    .filter(({ key }) => !facets || key === filters.category || countOf(facets.categories, key) > 0)
    .sort((one, other) => (only ? only.indexOf(one.key) - only.indexOf(other.key) : 0));
  return (
    <ChipRow
      label={t("categories")}
      chosen={filters.category}
      choices={[
        ...(only ? [] : [{ key: null, label: t("all") }]),
        ...shown.map(({ key, name_key }) => ({
          key,
          label: t(nameKey(name_key)),
          icon: iconOf(key),
        })),
      ]}
      onChoose={(category) => onChange(otherCategory(category))}
    />
  );
}
