import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NewSecret } from "@/api/types";
import { FormError } from "@/shared/forms/FormError";
import { firstFieldError } from "@/shared/forms/serverErrors";
import classes from "@/shared/settings/settings.module.css";
import { CodeField } from "@/ui/CodeField";
import { QrCode } from "@/ui/QrCode";
import { useTwoFactorChange } from "../api";
import { PasswordPrompt } from "./PasswordPrompt";

interface TwoFactorSetupProps {
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

/** Password, then the secret for the app, then a code of the app as proof that it knows it. */
export function TwoFactorSetup({ onCodes, onCancel }: TwoFactorSetupProps) {
  const { t } = useTranslation("account");
  const { start } = useTwoFactorChange();
  const [secret, setSecret] = useState<NewSecret | null>(null);
  if (!secret) {
    return (
      <PasswordPrompt
        submitText={t("factor.continue")}
        onCancel={onCancel}
        onSubmit={async ({ password }) => setSecret(await start.mutateAsync(password))}
      />
    );
  }
  return <Confirm secret={secret} onCodes={onCodes} onCancel={onCancel} />;
}

function Confirm({ secret, onCodes, onCancel }: TwoFactorSetupProps & { secret: NewSecret }) {
  const { t } = useTranslation("account");
  const { t: tAuth } = useTranslation("auth");
  const { confirm } = useTwoFactorChange();
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const steps = useRef<HTMLParagraphElement>(null);
  useEffect(() => steps.current?.focus(), []);
  const refuse = (text: string | null) => {
    setWrong(text);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length !== 6) return refuse(tAuth("validation.code6"));
    setWrong(null);
    confirm.mutate(code, {
      onSuccess: onCodes,
      onError: (error) => refuse(firstFieldError(error, tAuth, "code")),
    });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <FormError error={confirm.error} known={["code"]} />
      <p ref={steps} tabIndex={-1}>
        {t("factor.scan")}
      </p>
      <div className={classes.scan}>
        <QrCode text={secret.otpauth_url} label={t("factor.qr")} />
        <div className={classes.form}>
          <p className={classes.muted}>{t("factor.byHand")}</p>
          <code className={classes.secret}>{secret.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </div>
      </div>
      <CodeField
        ref={field}
        label={t("factor.code")}
        digits={6}
        value={code}
        onChange={setCode}
        error={wrong}
        required
      />
      <div className={classes.row}>
        <Button variant="default" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          {t("factor.confirm")}
        </Button>
      </div>
    </form>
  );
}
