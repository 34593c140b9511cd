import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import classes from "@/shared/filters/Filters.module.css";
import { CURRENCIES, currencyOfLanguage } from "@/shared/money/currencies";
import { SelectField } from "@/ui/SelectField";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";
import { AmountField } from "./AmountField";

interface PriceFilterProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** Lowest and highest price in units of a currency, at first that of the language. */
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
