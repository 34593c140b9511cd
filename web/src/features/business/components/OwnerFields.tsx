import { useTranslation } from "react-i18next";
import classes from "@/shared/forms/forms.module.css";
import { NewPasswordFields } from "@/shared/forms/NewPasswordFields";
import { TextField } from "@/ui/TextField";
import type { BusinessForm } from "../model/businessForm";

/** Fields of the owner, who signs in. */
export function OwnerFields({ form }: { form: BusinessForm }) {
  const { t } = useTranslation("auth");
  return (
    <>
      <div className={classes.pair}>
        <TextField
          {...form.getInputProps("firstName")}
          required
          label={t("field.firstName")}
          autoComplete="given-name"
        />
        <TextField
          {...form.getInputProps("lastName")}
          required
          label={t("field.lastName")}
          autoComplete="family-name"
        />
      </div>
      <TextField
        {...form.getInputProps("email")}
        required
        label={t("business.field.ownEmail")}
        type="email"
        autoComplete="username"
      />
      <TextField
        {...form.getInputProps("phone")}
        required
        label={t("business.field.ownPhone")}
        description={t("field.phoneHint")}
        type="tel"
        autoComplete="tel"
      />
      <TextField
        {...form.getInputProps("userName")}
        label={t("field.userName")}
        optional
        description={t("field.userNameHint")}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
      />
      <NewPasswordFields
        label={t("field.password")}
        password={form.getInputProps("password")}
        confirmation={form.getInputProps("confirm_password")}
      />
    </>
  );
}
