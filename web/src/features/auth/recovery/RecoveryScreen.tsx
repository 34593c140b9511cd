import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import type { Realm } from "@/api/session";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { useFocusOnStep } from "@/shared/forms/useFocusOnStep";
import { StepIndicator } from "@/ui/StepIndicator";
import { useRecovery } from "../api";
import { CodeStep } from "./CodeStep";
import { EmailStep } from "./EmailStep";
import { PasswordStep } from "./PasswordStep";
import { parseInvitation, parseResetLink } from "./resetLink";

const STEPS = ["email", "code", "password"] as const;
type Step = (typeof STEPS)[number];

/** Password reset in three steps: email, code, new password. */
export function RecoveryScreen({ realm }: { realm: Realm }) {
  const { t } = useTranslation("auth");
  const location = useLocation();
  const [step, setStep] = useState<Step>("email");
  // Read once: the address stays in the form.
  const [invited] = useState(() => parseInvitation(location.hash));
  const [email, setEmail] = useState(invited ?? "");
  const [resetToken, setResetToken] = useState("");
  const [isExpired, setExpired] = useState(false);
  const { verify } = useRecovery(realm);
  const { mutate } = verify;
  const navigate = useNavigate();
  const linkRead = useRef(false);
  useEffect(() => {
    const link = parseResetLink(location.hash);
    // The token works once. React may run this effect again.
    if (!link || linkRead.current) return;
    linkRead.current = true;
    navigate({ search: location.search }, { replace: true });
    setEmail(link.email);
    mutate(
      { email: link.email, otp: link.token },
      {
        onSuccess: (issued) => {
          setResetToken(issued);
          setStep("password");
        },
      },
    );
  }, [location.hash, location.search, mutate, navigate]);
  const heading = useFocusOnStep<HTMLHeadingElement>(step);
  const login = realm === "consumer" ? "/login" : "/pro/login";
  // An employee who was invited sets the first password in the same three steps.
  const isFirst = invited !== null && step !== "code";
  return (
    <AuthLayout title={t(invited === null ? "recovery.title" : "recovery.invited.title")} realm={realm}>
      <StepIndicator step={STEPS.indexOf(step) + 1} of={STEPS.length} />
      <h1 className={classes.title} ref={heading} tabIndex={-1}>
        {t(isFirst ? `recovery.invited.${step}Title` : `recovery.${step}.title`)}
      </h1>
      <p className={classes.lead}>
        {t(isFirst ? `recovery.invited.${step}Lead` : `recovery.${step}.lead`, { email })}
      </p>
      {step === "email" && (
        <FormError error={verify.error} {...(isExpired && { text: t("refusal.auth.code-expired") })} />
      )}
      {step === "email" && (
        <EmailStep
          key={email}
          realm={realm}
          email={email}
          onSent={(to) => {
            setEmail(to);
            setExpired(false);
            setStep("code");
          }}
        />
      )}
      {step === "code" && (
        <CodeStep
          realm={realm}
          email={email}
          onBack={() => setStep("email")}
          onResetToken={(given) => {
            setResetToken(given);
            setStep("password");
          }}
        />
      )}
      {step === "password" && (
        <PasswordStep
          realm={realm}
          email={email}
          resetToken={resetToken}
          onExpired={() => {
            setExpired(true);
            setStep("email");
          }}
        />
      )}
      <p className={classes.other}>
        <Link to={{ pathname: login, search: location.search }} className={classes.link}>
          {t("recovery.toLogin")}
        </Link>
      </p>
    </AuthLayout>
  );
}
