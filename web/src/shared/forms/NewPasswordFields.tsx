import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "@/lib/form";
import { PasswordField } from "@/ui/PasswordField";
import { PasswordRules } from "./PasswordRules";

interface NewPasswordFieldsProps {
  /** Of a controlled form: the rules follow what is typed. */
  password: FieldProps & { value?: string };
  confirmation: FieldProps;
  /** "Password" where it is the first one. */
  label?: string;
}

/** A password to be chosen, its rules, and once more the same. */
export function NewPasswordFields({ password, confirmation, label }: NewPasswordFieldsProps) {
  const { t } = useTranslation("auth");
  const rules = useId();
  return (
    <>
      <div>
        <PasswordField
          {...password}
          label={label ?? t("field.newPassword")}
          autoComplete="new-password"
          aria-describedby={rules}
          required
        />
        <PasswordRules id={rules} password={password.value ?? ""} />
      </div>
      <PasswordField {...confirmation} label={t("field.confirm")} autoComplete="new-password" required />
    </>
  );
}
