import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { FormError } from "./FormError";
import classes from "./forms.module.css";

/** The server sends another code after this. */
export const RESEND_S = 60;

interface ResendCodeProps {
  onResend: () => Promise<void>;
  /** Seconds until the first request: none where the last code may be old. */
  wait?: number;
}

/** Asks for another code, once the last one has had its time to arrive. */
export function ResendCode({ onResend, wait = RESEND_S }: ResendCodeProps) {
  const { t } = useTranslation("auth");
  const [left, restart] = useCountdown(wait);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const resend = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onResend();
      toast.success(t("code.sent"));
      restart(RESEND_S);
    } catch (error) {
      setFailure(error as Error);
      if (error instanceof ApiError && error.retryAfterMs) restart(Math.ceil(error.retryAfterMs / 1000));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.resend}>
      <FormError error={failure} />
      {left > 0 ? (
        <p className={classes.hint}>
          {t("code.wait")} <span className="tabular">{t("code.seconds", { count: left })}</span>
        </p>
      ) : (
        <Button variant="subtle" loading={busy} onClick={resend}>
          {t("code.resend")}
        </Button>
      )}
    </div>
  );
}

/** Seconds left, by the clock: a tab that sleeps loses no time. */
function useCountdown(seconds: number): [left: number, restart: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const over = now >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  const restart = (next: number) => {
    setNow(Date.now());
    setUntil(Date.now() + next * 1000);
  };
  return [Math.max(0, Math.ceil((until - now) / 1000)), restart];
}
