import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LANGUAGES } from "@/lib/languages";
import type { DetailField } from "@/shared/offering/types";
import { SelectField } from "@/ui/SelectField";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import classes from "./Catalogue.module.css";
import { DecksField } from "./DecksField";
import type { SectionProps } from "./OfferingEditor";
import { PortField, PortsField } from "./PortFields";

interface DetailsSectionProps extends SectionProps {
  fields: readonly DetailField[];
}

/** Detail fields of the category, drawn from their types. */
export function DetailsSection({ values, errors, onChange, fields }: DetailsSectionProps) {
  const { t } = useTranslation(["business-catalogue", "catalogue"]);
  return (
    <section className={classes.section}>
      <h2>{t("section.details")}</h2>
      <div className={classes.fields}>
        {fields.map((field) => (
          <Detail
            key={field.key}
            field={field}
            value={values.details[field.key]}
            variants={values.variants.map(({ name }) => name)}
            error={errors[`details.${field.key}`]}
            onChange={(value) => onChange({ details: { ...values.details, [field.key]: value } })}
          />
        ))}
      </div>
    </section>
  );
}

interface DetailProps {
  field: DetailField;
  value: unknown;
  /** Names of the variants. */
  variants: readonly string[];
  error: string | undefined;
  onChange: (value: unknown) => void;
}

function Detail({ field, value, variants, error, onChange }: DetailProps) {
  const { t } = useTranslation(["business-catalogue", "catalogue"]);
  const label = t(`catalogue:field.${field.key}`);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const common = { label: t("common:field.withOptional", { label }), error };
  const many = (options: readonly { value: string; label: string }[]) => (
    <Checkbox.Group {...common} value={chosen} onChange={onChange}>
      <div className={classes.stack}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
    </Checkbox.Group>
  );
  switch (field.type) {
    case "number":
      return (
        <TextField
          {...common}
          type="number"
          min={field.min}
          max={field.max}
          value={typeof value === "number" ? value : ""}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onChange(text === "" ? null : Number(text));
          }}
        />
      );
    case "flag":
      return <SwitchField label={label} checked={value === true} onChange={onChange} />;
    case "choice":
      return (
        <SelectField
          {...common}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[
            { value: "", label: t("none.option") },
            ...field.options.map((key) => ({ value: key, label: t(`catalogue:option.${key}`) })),
          ]}
        />
      );
    case "many":
      return many(field.options.map((key) => ({ value: key, label: t(`catalogue:option.${key}`) })));
    case "languages":
      return many(LANGUAGES.map(({ code, name }) => ({ value: code, label: name })));
    case "port":
      return <PortField {...common} value={typeof value === "string" ? value : ""} onChange={onChange} />;
    case "ports":
      return <PortsField {...common} value={chosen} onChange={onChange} />;
    case "decks":
      return <DecksField {...common} classNames={variants} value={chosen} onChange={onChange} />;
    case "text":
      return (
        <TextField
          {...common}
          maxLength={field.max}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
