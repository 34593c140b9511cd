import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DecimalField } from "@/ui/DecimalField";
import { Icon } from "@/ui/Icon";
import { TextField } from "@/ui/TextField";
import type { EditorParts } from "../model/availability";
import { newVariant } from "../model/editor";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";
import { VariantTable } from "./VariantTable";

const VARIANTS_MAX = 100;

interface VariantsSectionProps extends SectionProps {
  parts: EditorParts;
  currency: string;
}

/** Prices, VAT, stock or places by variant, duration and persons. */
export function VariantsSection({ values, errors, onChange, parts, currency }: VariantsSectionProps) {
  const { t } = useTranslation("business-catalogue");
  const { variants } = values;
  const hasAttributes = parts.shelved || variants.some(({ color, size }) => color || size);
  const number = (field: "buffer" | "duration" | "membersMax" | "membersMin" | "step", name: string) => (
    <TextField
      label={t(`field.${field}`)}
      required
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
        isCounted={parts.counted}
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
          optional
          value={values.delivery}
          error={errors.delivery_price}
          onChange={(event) => onChange({ delivery: event.currentTarget.value })}
        />
        {parts.timed && number("duration", "duration_minutes")}
        {parts.timed && number("step", "step_minutes")}
        {parts.timed && number("buffer", "buffer_minutes")}
        {parts.persons && number("membersMin", "members_min")}
        {parts.capacity && number("membersMax", "members_max")}
      </div>
    </section>
  );
}
