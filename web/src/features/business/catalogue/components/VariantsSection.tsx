import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DecimalField } from "@/ui/DecimalField";
import { Icon } from "@/ui/Icon";
import { TextField } from "@/ui/TextField";
import { newVariant } from "../model/editor";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";
import { VariantTable } from "./VariantTable";

const VARIANTS_MAX = 100;
/** Kinds of availability with a duration. */
const TIMED = ["appointment", "table", "timed_entry"];
/** Kinds of availability whose variants differ by color and size. */
const SHELVED = ["stock"];

interface VariantsSectionProps extends SectionProps {
  currency: string;
}

/** Prices, VAT, stock or places by variant, duration and persons. */
export function VariantsSection({ values, errors, onChange, currency }: VariantsSectionProps) {
  const { t } = useTranslation("business-catalogue");
  const { variants } = values;
  const isTimed = TIMED.includes(values.availability);
  const hasAttributes =
    SHELVED.includes(values.availability) || variants.some(({ color, size }) => color || size);
  const number = (field: "buffer" | "duration" | "membersMax" | "membersMin" | "step", name: string) => (
    <TextField
      label={t(`field.${field}`)}
      inputMode="numeric"
      value={values[field]}
      error={errors[name]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <section className={classes.section}>
      <h2>{t("section.prices")}</h2>
      {errors.variants && (
        <p className={classes.problem} role="alert">
          {errors.variants}
        </p>
      )}
      <VariantTable
        variants={variants}
        errors={errors}
        currency={currency}
        hasAttributes={hasAttributes}
        onChange={(next) => onChange({ variants: next })}
      />
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          disabled={variants.length >= VARIANTS_MAX}
          onClick={() => onChange({ variants: [...variants, newVariant()] })}
        >
          {t("addVariant")}
        </Button>
      </div>
      <div className={classes.fields}>
        <DecimalField
          label={t("field.vat")}
          required
          value={values.vat}
          error={errors.vat_rate}
          onChange={(event) => onChange({ vat: event.currentTarget.value })}
        />
        <DecimalField
          label={t("field.delivery", { currency })}
          value={values.delivery}
          error={errors.delivery_price}
          onChange={(event) => onChange({ delivery: event.currentTarget.value })}
        />
        {isTimed && number("duration", "duration_minutes")}
        {isTimed && number("step", "step_minutes")}
        {isTimed && number("buffer", "buffer_minutes")}
        {number("membersMin", "members_min")}
        {number("membersMax", "members_max")}
      </div>
    </section>
  );
}
