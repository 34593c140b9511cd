import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { useForm } from "@/lib/form";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { email, phone } from "@/shared/forms/validation";
import classes from "@/shared/settings/settings.module.css";
import { PasswordField } from "@/ui/PasswordField";
import { TextField } from "@/ui/TextField";
import { isNewContact } from "../model/contact";
import type { Channel } from "../VerificationScreen";

interface ContactFormProps {
  channel: Channel;
  known: string;
  /** Current and pending contact of the account. These need no password. */
  own: readonly (string | null)[];
  /** Throws what the server refused. */
  onSend: (to: string, password: string) => Promise<unknown>;
  onSent: (to: string) => void;
  onBack: () => void;
}

/** Chooses the recipient of the code: the account's email or phone, or a new one. */
export function ContactForm({ channel, known, own, onSend, onSent, onBack }: ContactFormProps) {
  const { t } = useTranslation("auth");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const hasPassword = useUser()?.hasPassword !== false;
  const rule = channel === "email" ? email : phone;
  const isNew = (to: string) => isNewContact(to, own);
  const form = useForm<Record<string, string>>({
    initialValues: { [channel]: known, password: "" },
    validate: {
      password: (value, all) =>
        hasPassword && isNew(all[channel] ?? "") && !value ? t("validation.passwordRequired") : null,
      [channel]: (value: string) => {
        const wrong = rule(value);
        return wrong && t(`validation.${wrong}`);
      },
    },
  });
  const submit = async (values: Record<string, string>) => {
    const to = (values[channel] ?? "").trim();
    setBusy(true);
    setFailure(null);
    try {
      await onSend(to, isNew(to) ? (values.password ?? "") : "");
      onSent(to);
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
      <FormError error={failure} known={[channel, "password"]} />
      <TextField
        {...form.getInputProps(channel)}
        label={t(channel === "email" ? "field.email" : "field.phoneNumber")}
        description={channel === "phone" ? t("field.phoneHint") : undefined}
        type={channel === "email" ? "email" : "tel"}
        autoComplete={channel === "email" ? "email" : "tel"}
        autoFocus
        required
      />
      {hasPassword && isNew(form.values[channel] ?? "") && (
        <PasswordField
          {...form.getInputProps("password")}
          label={t("field.oldPassword")}
          required
          description={channel === "email" ? t("account:verification.stays") : undefined}
          autoComplete="current-password"
        />
      )}
      <div className={classes.row}>
        <Button variant="default" onClick={onBack}>
          {t("common:action.back")}
        </Button>
        <Button type="submit" loading={busy}>
          {t("recovery.email.submit")}
        </Button>
      </div>
    </form>
  );
}
