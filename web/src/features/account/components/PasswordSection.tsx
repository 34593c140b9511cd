import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { NewPasswordFields } from "@/shared/forms/NewPasswordFields";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { confirmation, newPassword, present } from "@/shared/forms/validation";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { PasswordField } from "@/ui/PasswordField";
import { type PasswordChange, useUpdatePassword } from "../api";

const EMPTY: PasswordChange = { old_password: "", new_password: "", confirm_password: "" };

export function PasswordSection() {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  return (
    <Section title={t("password.title")} lead={t("password.lead")}>
      {open ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <Button variant="default" className={classes.start} onClick={() => setOpen(true)}>
          {t("password.change")}
        </Button>
      )}
    </Section>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("auth");
  const update = useUpdatePassword();
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm<PasswordChange>({
    initialValues: EMPTY,
    validate: {
      old_password: (value) => wrong(present(value, "password")),
      new_password: (value) => wrong(newPassword(value)),
      confirm_password: (value, all) => wrong(confirmation(value, all.new_password)),
    },
  });
  const submit = (values: PasswordChange) =>
    update.mutate(values, {
      onSuccess() {
        toast.success(t("account:password.done"));
        onDone();
      },
      onError: (error) => applyServerErrors(form, error, t),
    });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <FormError error={update.error} known={Object.keys(EMPTY)} />
      <PasswordField
        {...form.getInputProps("old_password")}
        label={t("field.oldPassword")}
        autoComplete="current-password"
        data-autofocus
        required
      />
      <NewPasswordFields
        password={form.getInputProps("new_password")}
        confirmation={form.getInputProps("confirm_password")}
      />
      <div className={classes.row}>
        <Button variant="default" onClick={onDone}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {t("recovery.password.submit")}
        </Button>
      </div>
    </form>
  );
}
