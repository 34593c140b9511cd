import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { AuthLayout } from "../AuthLayout";
import classes from "../auth.module.css";
import { Problem } from "../Problem";
import { SecondFactor } from "./SecondFactor";
import { answered, type Started, takeStarted, useSocialSignIn } from "./social";

/** Back from a provider: what it answered is handed to the server, which alone decides. */
export function SocialScreen() {
  const { t } = useTranslation("auth");
  const user = useUser();
  const signIn = useSocialSignIn();
  const [started, setStarted] = useState<Started | null>(null);
  const [refused, setRefused] = useState(false);
  const once = useRef(false);
  const { mutate } = signIn;

  useEffect(() => {
    // What the provider answered serves once, however often this page is drawn.
    if (once.current) return;
    once.current = true;
    const kept = takeStarted();
    const answer = answered(window.location.search);
    window.history.replaceState(null, "", "/login/social");
    if (!kept || answer.state !== kept.state || !answer.code) return setRefused(true);
    setStarted(kept);
    mutate({ ...kept, code: answer.code });
  }, [mutate]);

  const next = started?.next ?? "/";
  if (user && !isGuest(user) && signIn.isSuccess) return <Navigate to={next} replace />;
  const asked = signIn.data && "challenge" in signIn.data ? signIn.data.challenge : null;
  return (
    <AuthLayout title={t("login.title")}>
      {asked ? (
        <SecondFactor challenge={asked} remember onBack={() => window.location.assign("/login")} />
      ) : refused || signIn.isError ? (
        <>
          <h1 className={classes.title}>{t("social.failed")}</h1>
          <p className={classes.lead}>{t("social.failedText")}</p>
          <Problem error={signIn.error} />
          <p className={classes.other}>
            <Button component={Link} to="/login">
              {t("recovery.toLogin")}
            </Button>
          </p>
        </>
      ) : (
        <ScreenSkeleton />
      )}
    </AuthLayout>
  );
}
