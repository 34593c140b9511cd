import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import type { Realm } from "@/api/session";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { NewPasswordFields } from "@/shared/forms/NewPasswordFields";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { confirmation, newPassword } from "@/shared/forms/validation";
import { useRecovery } from "../api";

interface PasswordStepProps {
  realm: Realm;
  email: string;
  resetToken: string;
  /** Called when the reset token has expired: the user starts again, and the first step says why. */
  onExpired: () => void;
}

export function PasswordStep({ realm, email, resetToken, onExpired }: PasswordStepProps) {
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const { reset } = useRecovery(realm);
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm<Record<string, string>>({
    initialValues: { new_password: "", confirm_password: "" },
    validate: {
      new_password: (value) => wrong(newPassword(value)),
      confirm_password: (value, all) => wrong(confirmation(value, all.new_password ?? "")),
    },
  });
  const submit = ({ new_password = "", confirm_password = "" }: Record<string, string>) =>
    reset.mutate(
      { email, otp: resetToken, new_password, confirm_password },
      {
        onSuccess() {
          toast.success(t("recovery.done"));
          navigate(realm === "consumer" ? "/login" : "/pro/login");
        },
        onError(error) {
          if (error instanceof ApiError && (error.code === "auth.code_expired" || error.fields.otp)) {
            return onExpired();
          }
          applyServerErrors(form, error, t);
        },
      },
    );
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      {/* So that a password store knows whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <FormError error={reset.error} known={["new_password", "confirm_password"]} />
      <NewPasswordFields
        password={form.getInputProps("new_password")}
        confirmation={form.getInputProps("confirm_password")}
      />
      <Button type="submit" color="terracotta" loading={reset.isPending}>
        {t("recovery.password.submit")}
      </Button>
    </form>
  );
}
