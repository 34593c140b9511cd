import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { useForm } from "@/lib/form";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { present } from "@/shared/forms/validation";
import classes from "@/shared/settings/settings.module.css";
import { CodeField } from "@/ui/CodeField";
import { PasswordField } from "@/ui/PasswordField";

interface Values extends Record<string, unknown> {
  password: string;
  code: string;
}

interface PasswordPromptProps {
  submitText: string;
  danger?: boolean;
  /** The code of the authenticator app is asked as well. */
  withCode?: boolean;
  /** Accounts without a password leave the field empty. */
  passwordOptional?: boolean;
  onCancel: () => void;
  /** Throws what the server refused. */
  onSubmit: (values: Values) => Promise<void>;
}

/** Asks who one is once more, before something that matters. */
export function PasswordPrompt({
  submitText,
  danger = false,
  withCode = false,
  passwordOptional: mayBeEmpty = false,
  onCancel,
  onSubmit,
}: PasswordPromptProps) {
  const { t } = useTranslation("auth");
  // Accounts without a password confirm with a recent sign-in instead.
  const passwordOptional = useUser()?.hasPassword === false || mayBeEmpty;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<Values>({
    initialValues: { password: "", code: "" },
    validate: {
      password: (value) =>
        passwordOptional || present(value, "password") === null ? null : t("validation.passwordRequired"),
      code: (value) => (!withCode || value.length === 6 ? null : t("validation.code6")),
    },
  });
  // Called for by a press: what it asks is where one goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => form.getInputNode("password")?.focus(), []);
  const submit = async (values: Values) => {
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(values);
    } catch (error) {
      setFailure(error as Error);
      applyServerErrors(form, error as Error, t);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <FormError error={failure} known={["password", "code"]} />
      <PasswordField
        {...form.getInputProps("password")}
        label={t("field.oldPassword")}
        optional={passwordOptional}
        required={!passwordOptional}
        description={passwordOptional ? t("account:delete.noPassword") : undefined}
        autoComplete="current-password"
      />
      {withCode && (
        <CodeField
          label={t("factor.code")}
          required
          digits={6}
          {...form.getInputProps("code")}
          value={form.values.code}
          onChange={(code) => form.setFieldValue("code", code)}
        />
      )}
      <div className={classes.row}>
        <Button variant="default" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" color={danger ? "brick" : undefined} loading={busy}>
          {submitText}
        </Button>
      </div>
    </form>
  );
}
