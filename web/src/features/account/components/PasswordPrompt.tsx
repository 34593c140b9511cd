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
import { TextField } from "@/ui/TextField";
import type { SecondFactorCode } from "../api";

interface Values extends Record<string, unknown> {
  password: string;
  code: string;
  recovery_code: string;
}

const DIGITS = 6;

interface PasswordPromptProps {
  submitText: string;
  danger?: boolean;
  /** A code of the authenticator app is asked as well, or a recovery code. */
  withCode?: boolean;
  /** Accounts without a password leave the field empty. */
  passwordOptional?: boolean;
  onCancel: () => void;
  /** Throws what the server refused. */
  onSubmit: (values: { password: string; factor: SecondFactorCode }) => Promise<void>;
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
  /** Field that a press asks for. */
  const [asked, setAsked] = useState<keyof Values & string>("password");
  const isRecovery = asked === "recovery_code";
  const form = useForm<Values>({
    initialValues: { password: "", code: "", recovery_code: "" },
    validate: {
      password: (value) =>
        passwordOptional || present(value, "password") === null ? null : t("validation.passwordRequired"),
      code: (value) => (!withCode || isRecovery || value.length === DIGITS ? null : t("validation.code6")),
      recovery_code: (value) =>
        !withCode || !isRecovery || value.trim() ? null : t("validation.recoveryRequired"),
    },
  });
  // Called for by a press: what it asks is where one goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another field is asked for
  useEffect(() => form.getInputNode(asked)?.focus(), [asked]);
  const submit = async ({ password, code, recovery_code }: Values) => {
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit({ password, factor: isRecovery ? { recovery_code: recovery_code.trim() } : { code } });
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
      <FormError error={failure} known={Object.keys(form.values)} />
      <PasswordField
        {...form.getInputProps("password")}
        label={t("field.oldPassword")}
        optional={passwordOptional}
        required={!passwordOptional}
        description={passwordOptional ? t("account:delete.noPassword") : undefined}
        autoComplete="current-password"
      />
      {withCode &&
        (isRecovery ? (
          <TextField
            {...form.getInputProps("recovery_code")}
            label={t("factor.recovery")}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <CodeField
            {...form.getInputProps("code")}
            label={t("factor.code")}
            required
            digits={DIGITS}
            value={form.values.code}
            onChange={(code) => form.setFieldValue("code", code)}
          />
        ))}
      <div className={classes.row}>
        <Button variant="default" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" color={danger ? "brick" : undefined} loading={busy}>
          {submitText}
        </Button>
        {withCode && (
          <Button
            variant="subtle"
            onClick={() => {
              setAsked(isRecovery ? "code" : "recovery_code");
              form.setValues({ code: "", recovery_code: "" });
              setFailure(null);
            }}
          >
            {t(isRecovery ? "factor.useApp" : "factor.useRecovery")}
          </Button>
        )}
      </div>
    </form>
  );
}
