import { useTranslation } from "react-i18next";
import { CheckField } from "@/ui/CheckField";
import { PasswordField } from "@/ui/PasswordField";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import classes from "./auth.module.css";
import type { SignupForm } from "./signup";

interface FieldsProps {
  form: SignupForm;
}

/** Step 1: how one will sign in. */
export function AccessFields({ form }: FieldsProps) {
  const { t } = useTranslation("auth");
  return (
    <>
      <TextField
        {...form.getInputProps("email")}
        label={t("field.email")}
        type="email"
        autoComplete="email"
      />
      <TextField
        {...form.getInputProps("userName")}
        label={t("field.userName")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...form.getInputProps("password")}
        label={t("field.password")}
        description={t("field.passwordHint")}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.getInputProps("confirm_password")}
        label={t("field.confirm")}
        autoComplete="new-password"
      />
    </>
  );
}

/** Step 2: who one is. */
export function PersonFields({ form }: FieldsProps) {
  const { t } = useTranslation("auth");
  return (
    <>
      <div className={classes.pair}>
        <TextField
          {...form.getInputProps("firstName")}
          label={t("field.firstName")}
          autoComplete="given-name"
        />
        <TextField
          {...form.getInputProps("lastName")}
          label={t("field.lastName")}
          autoComplete="family-name"
        />
      </div>
      <div className={classes.pair}>
        <TextField {...form.getInputProps("dob")} label={t("field.dob")} type="date" autoComplete="bday" />
        <SelectField
          {...form.getInputProps("gender")}
          label={t("field.gender")}
          data={[
            { value: "", label: "" },
            { value: "female", label: t("gender.female") },
            { value: "male", label: t("gender.male") },
            { value: "other", label: t("gender.other") },
          ]}
        />
      </div>
      <TextField
        {...form.getInputProps("address")}
        label={t("field.address")}
        autoComplete="street-address"
      />
      <CheckField {...form.getInputProps("terms", { type: "checkbox" })} label={t("field.terms")} />
      <CheckField {...form.getInputProps("marketing", { type: "checkbox" })} label={t("field.marketing")} />
    </>
  );
}
