import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeField } from "@/ui/CodeField";
import { FormError } from "./FormError";
import classes from "./forms.module.css";
import { OutboxLink } from "./OutboxLink";
import { ResendCode } from "./ResendCode";
import { firstFieldError } from "./serverErrors";

interface CodeFormProps {
  digits: number;
  submitText: string;
  /** Submits the code. Throws the error of the server. */
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<unknown>;
  /** Seconds until another code may be requested. */
  resendWait?: number;
  /** At the end of the form: the way back. */
  children?: ReactNode;
}

/** A code that was sent: typed, or asked for once more. */
export function CodeForm({ digits, submitText, onCode, onResend, resendWait, children }: CodeFormProps) {
  const { t } = useTranslation("auth");
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (text: string | null) => {
    setWrong(text);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length !== digits) return refuse(t("validation.codeDigits", { count: digits }));
    setWrong(null);
    setFailure(null);
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      setFailure(error as Error);
      refuse(firstFieldError(error as Error, t, "otp"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <FormError error={failure} known={["otp"]} />
      <CodeField
        ref={field}
        label={t("field.code")}
        digits={digits}
        value={code}
        onChange={setCode}
        error={wrong}
        required
      />
      <ResendCode
        wait={resendWait}
        onResend={async () => {
          await onResend();
          setCode("");
          setWrong(null);
          setFailure(null);
          field.current?.focus();
        }}
      />
      <Button type="submit" color="terracotta" loading={busy}>
        {submitText}
      </Button>
      <OutboxLink />
      {children}
    </form>
  );
}
