import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useSecondFactor } from "@/api/session";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { firstFieldError } from "@/shared/forms/serverErrors";
import { CodeField } from "@/ui/CodeField";
import { TextField } from "@/ui/TextField";

interface SecondFactorProps {
  challenge: string;
  remember: boolean;
  /** Back to name and password; `expired` when this step took too long. */
  onBack: (why: "left" | "expired") => void;
}

const DIGITS = 6;

/** The code of the authenticator app, or one of the recovery codes when the phone is lost. */
export function SecondFactor({ challenge, remember, onBack }: SecondFactorProps) {
  const { t } = useTranslation("auth");
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const factor = useSecondFactor();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is another field
  useEffect(() => field.current?.focus(), [recovery]);

  const refuse = (text: string | null) => {
    setWrong(text);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (recovery ? !typed : typed.length !== DIGITS)
      return refuse(t(recovery ? "validation.recoveryRequired" : "validation.code6"));
    setWrong(null);
    factor.mutate(
      { challenge, remember, ...(recovery ? { recovery_code: typed } : { code: typed }) },
      {
        onError(error) {
          if (error instanceof ApiError && error.code === "auth.challenge_expired") return onBack("expired");
          refuse(firstFieldError(error, t, "code", "recovery_code"));
        },
      },
    );
  };
  const shared = { ref: field, error: wrong, name: "code", required: true };

  return (
    <>
      <h1 className={classes.title}>{t("factor.title")}</h1>
      <p className={classes.lead}>{t(recovery ? "factor.leadRecovery" : "factor.lead")}</p>
      <form className={classes.form} noValidate onSubmit={submit}>
        <FormError error={factor.error} known={["code", "recovery_code"]} />
        {recovery ? (
          <TextField
            {...shared}
            key="recovery"
            label={t("factor.recovery")}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <CodeField
            {...shared}
            key="code"
            label={t("factor.code")}
            digits={DIGITS}
            value={code}
            onChange={setCode}
          />
        )}
        <Button type="submit" color="terracotta" loading={factor.isPending}>
          {t("factor.submit")}
        </Button>
        <div className={classes.choices}>
          <Button variant="subtle" onClick={() => onBack("left")}>
            {t("common:action.back")}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setRecovery(!recovery);
              setCode("");
              setWrong(null);
              factor.reset();
            }}
          >
            {t(recovery ? "factor.useApp" : "factor.useRecovery")}
          </Button>
        </div>
      </form>
    </>
  );
}
