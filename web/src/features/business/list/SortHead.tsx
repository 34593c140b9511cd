import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { SelectField } from "@/ui/SelectField";
import classes from "./Sort.module.css";
import { pressed, type Sorting } from "./sort";

interface SortHeadProps<Key extends string> {
  name: Key;
  label: string;
  sorting: Sorting<Key>;
  onSort: (sorting: Sorting<Key>) => void;
}

/** Head of a column as a button that sorts by it. Its cell carries `aria-sort`. */
export function SortHead<Key extends string>({ name, label, sorting, onSort }: SortHeadProps<Key>) {
  const { t } = useTranslation("business-sales");
  const isSorted = sorting.sort === name;
  const icon = !isSorted ? IconArrowsSort : sorting.direction === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={`bare ${classes.head}`}
      data-sorted={isSorted ? "" : undefined}
      title={t("sort.by", { column: label })}
      onClick={() => onSort(pressed(sorting, name))}
    >
      {label}
      <Icon of={icon} size={16} />
    </button>
  );
}

/** Value of `aria-sort` of a column. */
export function ariaSort<Key extends string>({ sort, direction }: Sorting<Key>, name: string) {
  if (sort !== name) return undefined;
  return direction === "asc" ? ("ascending" as const) : ("descending" as const);
}

interface SortSelectProps<Key extends string> extends Omit<SortHeadProps<Key>, "label" | "name"> {
  columns: readonly { name: Key; label: string }[];
}

/** The same choice as a list, for cards. */
export function SortSelect<Key extends string>({ columns, sorting, onSort }: SortSelectProps<Key>) {
  const { t } = useTranslation("business-sales");
  const options = columns.flatMap(({ name, label }) =>
    (["desc", "asc"] as const).map((direction) => ({
      value: `${name} ${direction}`,
      label: t(`sort.${direction}`, { column: label }),
      sorting: { sort: name, direction },
    })),
  );
  return (
    <SelectField
      label={t("sort.label")}
      value={`${sorting.sort} ${sorting.direction}`}
      data={options.map(({ value, label }) => ({ value, label }))}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ value }) => value === currentTarget.value);
        if (chosen) onSort(chosen.sorting);
      }}
    />
  );
}
