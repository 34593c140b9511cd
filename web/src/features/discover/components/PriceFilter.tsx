import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { CURRENCIES, currencyOfLanguage } from "@/shared/money/currencies";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";
import classes from "./FilterControls.module.css";

const TYPING_PAUSE = 400;

interface PriceFilterProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** Lowest and highest price in whole units of a currency, at first that of the language. */
export function PriceFilter({ filters, onChange }: PriceFilterProps) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const language = useLanguage();
  const [chosen, setChosen] = useState(() => currencyOfLanguage(language.code));
  const isPriced = filters.priceMin !== null || filters.priceMax !== null;
  const currency = isPriced ? filters.currency : chosen;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("catalogue:feature.price")}</legend>
      <div className={classes.pair}>
        <AmountField
          label={t("filter.priceMin")}
          value={filters.priceMin}
          onChange={(priceMin) => onChange({ priceMin, currency })}
        />
        <AmountField
          label={t("filter.priceMax")}
          value={filters.priceMax}
          onChange={(priceMax) => onChange({ priceMax, currency })}
        />
        <SelectField
          label={t("filter.currency")}
          value={currency}
          data={[...new Set([currency, ...CURRENCIES])]}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setChosen(next);
            if (isPriced) onChange({ currency: next });
          }}
        />
      </div>
      <p className={classes.hint}>{t("filter.priceHint")}</p>
    </fieldset>
  );
}

interface AmountFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Whole number that takes effect after a pause in typing. */
function AmountField({ label, value, onChange }: AmountFieldProps) {
  const [text, setText] = useState(value?.toString() ?? "");
  const save = useRef(onChange);
  save.current = onChange;
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    setText(value?.toString() ?? "");
  }, [value]);
  useEffect(() => {
    const typed = text === "" ? null : Number(text);
    if (typed === shown.current) return;
    const timer = setTimeout(() => {
      shown.current = typed;
      save.current(typed);
    }, TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={6}
      value={text}
      onChange={(event) => setText(event.currentTarget.value.replace(/\D/g, ""))}
    />
  );
}
