import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DecimalField } from "@/ui/DecimalField";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SelectField } from "@/ui/SelectField";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import type { EditorErrors, VariantValues } from "../model/editor";
import { newRate, RATES_MAX, type RateValues } from "../model/rates";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";
import { WeekdayChips } from "./WeekdayChips";

interface NightRatesSectionProps extends SectionProps {
  currency: string;
}

/** Prices of nights by date and weekday, with minimum stay. Of two that apply, the last one wins. */
export function NightRatesSection({ values, errors, onChange, currency }: NightRatesSectionProps) {
  const { t } = useTranslation("business-catalogue");
  const { rates } = values;
  // A rate names a stored variant.
  const variants = values.variants.filter(({ id }) => id !== null);
  const first = variants[0]?.id ?? null;
  const set = (next: RateValues[]) => onChange({ rates: next });
  return (
    <section className={classes.section}>
      <h2>{t("section.rates")}</h2>
      <p className={classes.muted}>{t(first === null ? "rates.saveFirst" : "rates.text")}</p>
      {errors.rates && (
        <p className={classes.problem} role="alert">
          {errors.rates}
        </p>
      )}
      {rates.map((rate, at) => (
        <Rate
          key={rate.key}
          rate={rate}
          path={`rates.${at}`}
          number={at + 1}
          variants={variants}
          errors={errors}
          currency={currency}
          onChange={(next) => set(rates.with(at, next))}
          onRemove={() => set(rates.toSpliced(at, 1))}
        />
      ))}
      {first !== null && (
        <div>
          <Button
            variant="default"
            leftSection={<Icon of={IconPlus} />}
            disabled={rates.length >= RATES_MAX}
            onClick={() => set([...rates, newRate(first)])}
          >
            {t("rates.add")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface RateProps {
  rate: RateValues;
  path: string;
  number: number;
  variants: readonly VariantValues[];
  errors: EditorErrors;
  currency: string;
  onChange: (rate: RateValues) => void;
  onRemove: () => void;
}

function Rate({ rate, path, number, variants, errors, currency, onChange, onRemove }: RateProps) {
  const { t } = useTranslation("business-catalogue");
  const text = (field: "from" | "minNights" | "price" | "to", name: string) => ({
    value: rate[field],
    error: errors[`${path}.${name}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...rate, [field]: event.currentTarget.value }),
  });
  return (
    <fieldset className={classes.group}>
      <legend>{t("rates.one", { number })}</legend>
      <div className={classes.fields}>
        {variants.length > 1 && (
          <SelectField
            label={t("field.variant")}
            value={String(rate.variant)}
            error={errors[`${path}.variant_id`]}
            onChange={(event) => onChange({ ...rate, variant: Number(event.currentTarget.value) })}
            data={variants.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <TextField type="date" label={t("rates.from")} required {...text("from", "from_date")} />
        <TextField type="date" label={t("rates.to")} required min={rate.from} {...text("to", "to_date")} />
        <DecimalField
          label={t("rates.price", { currency })}
          optional
          placeholder={t("rates.usual")}
          disabled={rate.closed}
          {...text("price", "price")}
        />
        <TextField
          label={t("rates.minNights")}
          required
          inputMode="numeric"
          {...text("minNights", "min_nights")}
        />
      </div>
      <WeekdayChips
        chosen={rate.weekdays}
        error={errors[`${path}.weekdays`]}
        onChange={(weekdays) => onChange({ ...rate, weekdays })}
      />
      <div className={classes.line}>
        <div className={classes.grow}>
          <SwitchField
            label={t("rates.closed")}
            checked={rate.closed}
            onChange={(closed) => onChange({ ...rate, closed })}
          />
        </div>
        <IconButton icon={IconTrash} label={t("rates.remove", { number })} onClick={onRemove} />
      </div>
    </fieldset>
  );
}
