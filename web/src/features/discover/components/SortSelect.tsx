import { useTranslation } from "react-i18next";
import { SelectField } from "@/ui/SelectField";
import type { ChangeFilters } from "../hooks/useFilters";
import { type Filters, SORTS, type Sort } from "../model/filters";
import classes from "./FilterBar.module.css";

interface SortSelectProps {
  filters: Filters;
  onChange: ChangeFilters;
}

export function SortSelect({ filters, onChange }: SortSelectProps) {
  const { t } = useTranslation("discover");
  const data = SORTS.map((value) => ({
    value,
    label: t(`sort.${value}`),
    disabled: value === "distance" && !filters.near,
  }));
  return (
    <SelectField
      aria-label={t("sort.label")}
      classNames={{ wrapper: classes.sortField }}
      radius="xl"
      data={data}
      value={filters.sort}
      onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
    />
  );
}
