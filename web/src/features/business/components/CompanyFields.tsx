import { useTranslation } from "react-i18next";
import { AddressFields } from "@/shared/address/AddressFields";
import classes from "@/shared/forms/forms.module.css";
import { TextField } from "@/ui/TextField";
import type { BusinessForm } from "../model/businessForm";

/** The company itself. */
export function CompanyFields({ form }: { form: BusinessForm }) {
  const { t } = useTranslation("auth");
  return (
    <>
      <TextField
        {...form.getInputProps("company_name")}
        required
        label={t("business.field.name")}
        autoComplete="organization"
      />
      <TextField
        {...form.getInputProps("company_email")}
        required
        label={t("business.field.email")}
        type="email"
        autoComplete="email"
      />
      <TextField
        {...form.getInputProps("company_phone")}
        required
        label={t("business.field.phone")}
        description={t("field.phoneHint")}
        type="tel"
        autoComplete="tel"
      />
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("business.where")}</legend>
        <AddressFields
          complete
          values={form.values}
          field={(name) => form.getInputProps(name)}
          onChange={(found) => form.setValues(found)}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("business.more")}</legend>
        <div className={classes.pair}>
          <TextField
            {...form.getInputProps("registration_number")}
            label={t("business.field.registration")}
            optional
          />
          <TextField {...form.getInputProps("vat_number")} label={t("business.field.vat")} optional />
        </div>
        <TextField
          {...form.getInputProps("website")}
          label={t("business.field.website")}
          optional
          type="url"
          autoComplete="url"
        />
      </fieldset>
    </>
  );
}
