import { useTranslation } from "react-i18next";
import { nameKey } from "@/shared/categories/categories";
import type { CategorySpec } from "@/shared/offering/types";
import { SelectField } from "@/ui/SelectField";
import { SwitchField } from "@/ui/SwitchField";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { type OfferingKind, useFolders } from "../api";
import { usualAvailability, withAvailability } from "../model/editor";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";

interface BasicsSectionProps extends SectionProps {
  kind: OfferingKind;
  categories: readonly CategorySpec[];
  spec: CategorySpec | undefined;
}

/** Name, description, category, folder and visibility. */
export function BasicsSection({ kind, values, errors, onChange, categories, spec }: BasicsSectionProps) {
  const { t } = useTranslation(["business-catalogue", "category", "catalogue"]);
  const folders = useFolders();
  const setCategory = (category: string) => {
    const next = categories.find(({ key }) => key === category);
    const availability = withAvailability(values, usualAvailability(next, kind));
    onChange({ category, subcategory: "", details: {}, ...availability });
  };
  return (
    <section className={classes.section}>
      <h2>{t("section.basics")}</h2>
      <TextField
        label={t("field.name")}
        required
        maxLength={120}
        value={values.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextAreaField
        label={t("field.description")}
        optional
        rows={4}
        maxLength={4000}
        value={values.description}
        error={errors.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <div className={classes.fields}>
        <SelectField
          label={t("field.category")}
          required
          value={values.category}
          error={errors.category}
          onChange={(event) => setCategory(event.currentTarget.value)}
          data={categories.map(({ key }) => ({ value: key, label: t(`category:${key}`) }))}
        />
        {spec && spec.subcategories.length > 0 && (
          <SelectField
            label={t("field.subcategory")}
            optional
            value={values.subcategory}
            error={errors.subcategory}
            onChange={(event) => onChange({ subcategory: event.currentTarget.value })}
            data={[
              { value: "", label: t("none.option") },
              ...spec.subcategories.map((sub) => ({ value: sub.key, label: t(nameKey(sub.name_key)) })),
            ]}
          />
        )}
        {spec && spec.availability.length > 1 && (
          <SelectField
            label={t("field.availability")}
            value={values.availability}
            error={errors.availability}
            onChange={(event) => onChange(withAvailability(values, event.currentTarget.value))}
            data={spec.availability.map((key) => ({ value: key, label: t(`catalogue:availability.${key}`) }))}
          />
        )}
        <SelectField
          label={t("field.folder")}
          optional
          value={values.folder}
          error={errors.folder_id}
          onChange={(event) => onChange({ folder: event.currentTarget.value })}
          data={[
            { value: "", label: t("none.option") },
            ...(folders.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      <SwitchField
        label={t("field.draft")}
        description={t("field.draftText")}
        checked={values.isDraft}
        onChange={(isDraft) => onChange({ isDraft })}
      />
    </section>
  );
}
