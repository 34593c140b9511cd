import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useCategories } from "@/shared/categories/api";
import { Count } from "@/shared/filters/Count";
import { countOf } from "@/shared/filters/details";
import classes from "@/shared/filters/Filters.module.css";
import pills from "@/ui/Pills.module.css";
import type { Facets } from "../api";
import { useCategoryName } from "../hooks/useCategoryName";
import type { ChangeFilters } from "../hooks/useFilters";
import { type Filters, otherCategory } from "../model/filters";

interface CategoryFilterProps {
  filters: Filters;
  facets: Facets | undefined;
  onChange: ChangeFilters;
}

/** Categories with results, and the subcategories of the chosen one. */
export function CategoryFilter({ filters, facets, onChange }: CategoryFilterProps) {
  const { t } = useTranslation("discover");
  const categories = useCategories();
  const nameOf = useCategoryName();
  const { category, subcategory } = filters;
  const all = categories.data ?? [];
  const hasResults = (counts: Facets["categories"] | undefined, key: string, chosen: string | null) =>
    key === chosen || !counts || countOf(counts, key) > 0;
  const keys = all.map(({ key }) => key).filter((key) => hasResults(facets?.categories, key, category));
  const inner = all.find(({ key }) => key === category)?.subcategories.map(({ key }) => key) ?? [];
  const innerKeys = inner.filter((key) => hasResults(facets?.subcategories, key, subcategory));
  return (
    <>
      <Choices
        legend={t("categories")}
        keys={keys}
        chosen={category}
        counts={facets?.categories}
        nameOf={(key) => nameOf(key)}
        onChoose={(key) => onChange(otherCategory(key))}
      />
      {category && innerKeys.length > 0 && (
        <Choices
          legend={t("subcategories")}
          keys={innerKeys}
          chosen={subcategory}
          counts={facets?.subcategories}
          nameOf={(key) => nameOf(category, key)}
          onChoose={(key) => onChange({ subcategory: key })}
        />
      )}
    </>
  );
}

interface ChoicesProps {
  legend: string;
  keys: readonly string[];
  chosen: string | null;
  counts: Facets["categories"] | undefined;
  nameOf: (key: string) => string;
  onChoose: (key: string | null) => void;
}

function Choices({ legend, keys, chosen, counts, nameOf, onChoose }: ChoicesProps) {
  const { t } = useTranslation("discover");
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={pills.pills}>
        {[null, ...keys].map((key) => (
          <label key={key} className={pills.pill}>
            <input type="radio" name={name} checked={chosen === key} onChange={() => onChoose(key)} />
            <span>
              {key === null ? t("all") : nameOf(key)}
              {key !== null && counts && <Count value={countOf(counts, key)} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
