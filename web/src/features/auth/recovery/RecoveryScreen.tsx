import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import type { Door } from "@/api/session";
import { Steps } from "@/ui/Steps";
import { AuthLayout } from "../AuthLayout";
import classes from "../auth.module.css";
import { Problem } from "../Problem";
import { useRecovery } from "../requests";
import { useFocusOnStep } from "../useFocusOnStep";
import { CodeStep } from "./CodeStep";
import { EmailStep } from "./EmailStep";
import { PasswordStep } from "./PasswordStep";
import { resetLink } from "./resetLink";

const STEPS = ["email", "code", "password"] as const;
type Step = (typeof STEPS)[number];

/** A forgotten password in three steps, at either door: email, code, new password. */
export function RecoveryScreen({ door }: { door: Door }) {
  const { t } = useTranslation("auth");
  const location = useLocation();
  const [step, setStep] = useState<Step>("email");
  const [email, setEmail] = useState("");
  const [proof, setProof] = useState("");
  const { verify } = useRecovery(door);
  const { mutate } = verify;
  const navigate = useNavigate();
  const once = useRef(false);
  useEffect(() => {
    const link = resetLink(location.hash);
    // Its token serves once, however often this page is drawn.
    if (!link || once.current) return;
    once.current = true;
    navigate({ search: location.search }, { replace: true });
    setEmail(link.email);
    mutate(
      { email: link.email, otp: link.token },
      {
        onSuccess: (given) => {
          setProof(given);
          setStep("password");
        },
      },
    );
  }, [location.hash, location.search, mutate, navigate]);
  const heading = useFocusOnStep<HTMLHeadingElement>(step);
  const login = door === "consumer" ? "/login" : "/pro/login";
  return (
    <AuthLayout title={t("recovery.title")} door={door}>
      <Steps step={STEPS.indexOf(step) + 1} of={STEPS.length} />
      <h1 className={classes.title} ref={heading} tabIndex={-1}>
        {t(`recovery.${step}.title`)}
      </h1>
      <p className={classes.lead}>{t(`recovery.${step}.lead`, { email })}</p>
      {step === "email" && <Problem error={verify.error} />}
      {step === "email" && (
        <EmailStep
          key={email}
          door={door}
          email={email}
          onSent={(to) => {
            setEmail(to);
            setStep("code");
          }}
        />
      )}
      {step === "code" && (
        <CodeStep
          door={door}
          email={email}
          onBack={() => setStep("email")}
          onProof={(given) => {
            setProof(given);
            setStep("password");
          }}
        />
      )}
      {step === "password" && (
        <PasswordStep door={door} email={email} proof={proof} onExpired={() => setStep("email")} />
      )}
      <p className={classes.other}>
        <Link to={{ pathname: login, search: location.search }} className={classes.link}>
          {t("recovery.toLogin")}
        </Link>
      </p>
    </AuthLayout>
  );
}
