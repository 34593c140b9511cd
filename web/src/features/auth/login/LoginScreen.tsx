import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { nextPath } from "@/lib/returnPath";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import { AlternativeSignIn } from "./AlternativeSignIn";
import { LoginForm } from "./LoginForm";

export function LoginScreen() {
  const { t } = useTranslation("auth");
  const user = useUser();
  const [search] = useSearchParams();

  // Runs after a login, and when a signed-in user opens this page.
  if (user && !isGuest(user)) return <Navigate to={nextPath(search)} replace />;

  return (
    <AuthLayout title={t("login.title")}>
      <LoginForm realm="consumer" title={t("login.title")} lead={t("login.lead")} forgot="/forgot-password">
        <AlternativeSignIn />
      </LoginForm>
    </AuthLayout>
  );
}
