import { Button, Checkbox } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { newVariant, type VariantValues } from "../model/editor";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";

interface VariantsSectionProps extends SectionProps {
  currency: string;
}

/** Prices, VAT, stock or places by variant, duration and persons. */
export function VariantsSection({ values, errors, onChange, currency }: VariantsSectionProps) {
  const { t } = useTranslation("business-catalogue");
  const { variants } = values;
  const set = (at: number, change: Partial<VariantValues>) =>
    onChange({ variants: variants.map((one, place) => (place === at ? { ...one, ...change } : one)) });
  const isBooked = ["appointment", "table", "timed_entry"].includes(values.availability);
  const number = (field: "buffer" | "duration" | "membersMax" | "membersMin", name: string) => (
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
      {variants.map((variant, at) => (
        <div key={variant.key} className={classes.row}>
          {variants.length > 1 && (
            <TextField
              label={t("field.variant")}
              maxLength={80}
              value={variant.name}
              error={errors[`variants.${at}.name`]}
              onChange={(event) => set(at, { name: event.currentTarget.value })}
            />
          )}
          <TextField
            label={t("field.price", { currency })}
            required
            inputMode="decimal"
            value={variant.price}
            error={errors[`variants.${at}.price`]}
            onChange={(event) => set(at, { price: event.currentTarget.value })}
          />
          <TextField
            label={t("field.capacity")}
            description={variant.taken > 0 ? t("field.taken", { count: variant.taken }) : undefined}
            inputMode="numeric"
            placeholder={t("uncounted")}
            value={variant.capacity}
            error={errors[`variants.${at}.capacity`]}
            onChange={(event) => set(at, { capacity: event.currentTarget.value })}
          />
          <Checkbox
            label={t("field.soldOut")}
            checked={variant.soldOut}
            onChange={(event) => set(at, { soldOut: event.currentTarget.checked })}
          />
          {variants.length > 1 && (
            <IconButton
              icon={IconTrash}
              label={t("delete", { name: variant.name || t("field.variant") })}
              onClick={() => onChange({ variants: variants.filter((one) => one !== variant) })}
            />
          )}
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          disabled={variants.length >= 100}
          onClick={() => onChange({ variants: [...variants, newVariant()] })}
        >
          {t("addVariant")}
        </Button>
      </div>
      <div className={classes.fields}>
        <TextField
          label={t("field.vat")}
          inputMode="decimal"
          value={values.vat}
          error={errors.vat_rate}
          onChange={(event) => onChange({ vat: event.currentTarget.value })}
        />
        <TextField
          label={t("field.delivery", { currency })}
          inputMode="decimal"
          value={values.delivery}
          error={errors.delivery_price}
          onChange={(event) => onChange({ delivery: event.currentTarget.value })}
        />
        {isBooked && number("duration", "duration_minutes")}
        {isBooked && number("buffer", "buffer_minutes")}
        {number("membersMin", "members_min")}
        {number("membersMax", "members_max")}
      </div>
    </section>
  );
}
