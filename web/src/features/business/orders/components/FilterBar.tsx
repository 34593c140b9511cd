import { useTranslation } from "react-i18next";
import { SearchField } from "@/ui/SearchField";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import classes from "../../list/List.module.css";
import { isDate } from "../../reservations/model/dates";
import { type Filters, QUERY_MAX, STATUS_KEYS, type Status } from "../model/filters";

interface FilterBarProps {
  filters: Filters;
  /** Text as typed. */
  query: string;
  onQuery: (text: string) => void;
  onChange: (change: Partial<Filters>) => void;
}

export function FilterBar({ filters: { status, from, to }, query, onQuery, onChange }: FilterBarProps) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const dateOf = (text: string) => (isDate(text) ? text : null);
  const nameOf = (key: Status) =>
    key === "all" || key === "open" || key === "returns"
      ? t(`status.${key}`)
      : t(`orders:state.company.${key}`);
  return (
    <div className={classes.filters}>
      <SearchField
        label={t("filter.search")}
        value={query}
        onChange={onQuery}
        maxLength={QUERY_MAX}
        className={classes.search}
      />
      <SelectField
        label={t("filter.status")}
        value={status}
        data={STATUS_KEYS.map((key) => ({ value: key, label: nameOf(key) }))}
        onChange={({ currentTarget }) => onChange({ status: currentTarget.value as Status })}
      />
      <TextField
        type="date"
        label={t("filter.from")}
        value={from ?? ""}
        max={to ?? undefined}
        onChange={({ currentTarget }) => onChange({ from: dateOf(currentTarget.value) })}
      />
      <TextField
        type="date"
        label={t("filter.to")}
        value={to ?? ""}
        min={from ?? undefined}
        onChange={({ currentTarget }) => onChange({ to: dateOf(currentTarget.value) })}
      />
    </div>
  );
}
