import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { nextPath } from "@/lib/returnPath";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { SecondFactor } from "../two-factor/SecondFactor";
import { callbackParams, takePendingLogin, useOidcSignIn } from "./oidc";

/** Back from a provider: what it answered is handed to the server, which alone decides. */
export function OidcCallbackScreen() {
  const { t } = useTranslation("auth");
  const user = useUser();
  const signIn = useOidcSignIn();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [refused, setRefused] = useState(false);
  const once = useRef(false);
  const { mutate } = signIn;

  useEffect(() => {
    // The response of the provider is used once, however often this page renders.
    if (once.current) return;
    once.current = true;
    const answer = callbackParams(window.location.search);
    // No pending login: the page was opened by hand, or rendered again after a successful sign-in.
    if (answer.state === null) return setRefused(true);
    const kept = takePendingLogin();
    // Removes the code from the URL and keeps the return path, also when the page renders again.
    navigate(`/login/social?next=${encodeURIComponent(kept?.next ?? "/")}`, { replace: true });
    if (!kept || answer.state !== kept.state || !answer.code) return setRefused(true);
    mutate({ ...kept, code: answer.code });
  }, [mutate, navigate]);

  if (user && !isGuest(user) && !search.has("code")) return <Navigate to={nextPath(search)} replace />;
  const asked = signIn.data && "challenge" in signIn.data ? signIn.data.challenge : null;
  return (
    <AuthLayout title={t("login.title")}>
      {asked ? (
        <SecondFactor challenge={asked} remember onBack={() => window.location.assign("/login")} />
      ) : refused || signIn.isError ? (
        <>
          <h1 className={classes.title}>{t("social.failed")}</h1>
          <p className={classes.lead}>{t("social.failedText")}</p>
          <FormError error={signIn.error} />
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
