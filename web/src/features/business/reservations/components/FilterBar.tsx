import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SearchField } from "@/ui/SearchField";
import { TextField } from "@/ui/TextField";
import classes from "../../list/List.module.css";
import { isDate } from "../model/dates";
import { type Filters, QUERY_MAX } from "../model/filters";

interface FilterBarProps {
  filters: Filters;
  /** Text as typed. */
  query: string;
  onQuery: (text: string) => void;
  onChange: (change: Partial<Filters>) => void;
}

export function FilterBar({ filters: { from, to }, query, onQuery, onChange }: FilterBarProps) {
  const { t } = useTranslation("reservations");
  const dateOf = (text: string) => (isDate(text) ? text : null);
  return (
    <div className={classes.filters}>
      <SearchField
        label={t("filter.search")}
        value={query}
        onChange={onQuery}
        maxLength={QUERY_MAX}
        className={classes.search}
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
      {(from !== null || to !== null) && (
        <Button variant="subtle" onClick={() => onChange({ from: null, to: null })}>
          {t("filter.anyDate")}
        </Button>
      )}
    </div>
  );
}
