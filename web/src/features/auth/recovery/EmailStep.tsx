import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Realm } from "@/api/session";
import { useForm } from "@/lib/form";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { email as emailRule } from "@/shared/forms/validation";
import { TextField } from "@/ui/TextField";
import { useRecovery } from "../api";

interface EmailStepProps {
  realm: Realm;
  email: string;
  onSent: (email: string) => void;
}

export function EmailStep({ realm, email, onSent }: EmailStepProps) {
  const { t } = useTranslation("auth");
  const { ask } = useRecovery(realm);
  const form = useForm<Record<string, string>>({
    initialValues: { email },
    validate: {
      email: (value) => {
        const wrong = emailRule(value);
        return wrong && t(`validation.${wrong}`);
      },
    },
  });
  const submit = (values: Record<string, string>) => {
    const to = (values.email ?? "").trim();
    ask.mutate(to, { onSuccess: () => onSent(to), onError: (error) => applyServerErrors(form, error, t) });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <FormError error={ask.error} known={["email"]} />
      <TextField
        {...form.getInputProps("email")}
        label={t("field.email")}
        type="email"
        autoComplete="username"
        required
      />
      <Button type="submit" color="terracotta" loading={ask.isPending}>
        {t("recovery.email.submit")}
      </Button>
    </form>
  );
}
