import { useTranslation } from "react-i18next";
import { Link, Navigate, useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { nextPath } from "@/lib/returnPath";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import classes from "@/shared/forms/forms.module.css";
import { LoginForm } from "./LoginForm";

export function BusinessLoginScreen() {
  const { t } = useTranslation("auth");
  const user = useUser();
  const [search] = useSearchParams();

  if (user?.type === "professional") return <Navigate to={nextPath(search, "/pro")} replace />;

  return (
    <AuthLayout title={t("business.login")} realm="business">
      <LoginForm
        realm="business"
        title={t("business.login")}
        lead={t("business.loginLead")}
        forgot="/pro/forgot-password"
      >
        <p className={classes.other}>
          {t("business.new")}{" "}
          <Link to="/pro/signup" className={classes.link}>
            {t("business.signUp")}
          </Link>
        </p>
        <p className={classes.aside}>
          <Link to="/login" className={classes.link}>
            {t("business.consumer")}
          </Link>
        </p>
      </LoginForm>
    </AuthLayout>
  );
}
