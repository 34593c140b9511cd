import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useCategories } from "@/shared/categories/api";
import { CategoryPicker } from "@/shared/categories/CategoryPicker";
import { SelectField } from "@/ui/SelectField";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { DESCRIPTION_MAX } from "../model/storeForm";
import { ChoiceChips } from "./ChoiceChips";
import { FeatureChips } from "./FeatureChips";
import { PictureField } from "./PictureField";
import { Section } from "./Section";
import classes from "./Store.module.css";
import type { LegalProps, SectionProps } from "./StoreForm";

const LEVELS = ["1", "2", "3", "4"];

/** Pictures, name, address of the page, description, categories and features. */
export function IdentitySection({ form, currency, legal }: SectionProps & LegalProps & { currency: string }) {
  const { t } = useTranslation(["business-store", "category"]);
  const { number } = useFormat();
  const { values } = form;
  const sign =
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? "$";
  const categories = useCategories();
  const own = categories.data?.filter(({ key }) => values.categories.includes(key)) ?? [];
  const subcategories = own.flatMap((category) =>
    category.subcategories.map(({ key }) => ({
      key,
      label: t(`${category.key}.${key}` as "food", { ns: "category" }),
    })),
  );
  const choose = (chosen: string[]) => {
    const left = categories.data?.filter(({ key }) => chosen.includes(key)) ?? [];
    const kept = left.flatMap((category) => category.subcategories.map(({ key }) => key));
    form.setValues({
      categories: chosen,
      subcategories: values.subcategories.filter((key) => kept.includes(key)),
    });
  };
  return (
    <Section title={t("identity.title")} lead={t("identity.lead")}>
      <div className={classes.pictures}>
        <PictureField form={form} name="cover" />
        <PictureField form={form} name="logo" />
      </div>
      <div className={classes.pair}>
        <TextField
          {...form.getInputProps("name")}
          {...legal}
          required
          label={t("field.name")}
          autoComplete="organization"
        />
        <TextField
          {...form.getInputProps("handle")}
          required
          label={t("field.handle")}
          description={`${window.location.host}/companies/${values.handle.toLowerCase()}`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <TextAreaField
        {...form.getInputProps("description")}
        onChange={(event) => form.setFieldValue("description", event.currentTarget.value)}
        label={t("field.description")}
        optional
        description={t("counter", {
          used: number([...values.description].length),
          max: number(DESCRIPTION_MAX),
        })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={6}
        resize="vertical"
      />
      <CategoryPicker
        legend={t("field.categories")}
        chosen={values.categories}
        onChange={choose}
        error={form.errors.categories ?? null}
      />
      {subcategories.length > 0 && (
        <ChoiceChips
          legend={t("common:field.withOptional", { label: t("field.subcategories") })}
          choices={subcategories}
          chosen={values.subcategories}
          onChange={(chosen) => form.setFieldValue("subcategories", chosen)}
        />
      )}
      <FeatureChips form={form} />
      <SelectField
        {...form.getInputProps("price_level")}
        label={t("field.priceLevel")}
        optional
        data={[
          { value: "", label: t("field.noPriceLevel") },
          ...LEVELS.map((level) => ({ value: level, label: sign.repeat(Number(level)) })),
        ]}
      />
    </Section>
  );
}
