import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { useLogin } from "@/api/session";
import { nextPath } from "@/lib/next";
import { CheckField } from "@/ui/CheckField";
import { PasswordField } from "@/ui/PasswordField";
import { TextField } from "@/ui/TextField";
import { AuthLayout } from "./AuthLayout";
import classes from "./auth.module.css";
import { DemoAccounts } from "./DemoAccounts";
import { Problem } from "./Problem";
import { focusFirst, showRefusal } from "./refusal";
import { loginName, present } from "./validation";

export function LoginScreen() {
  const { t } = useTranslation("auth");
  const user = useUser();
  const [search] = useSearchParams();
  const location = useLocation();
  const login = useLogin();
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "", remember_me: true },
    validate: {
      email: (value) => wrong(loginName(value)),
      password: (value) => wrong(present(value, "password")),
    },
  });

  // Here as the answer to a sign-in, and when somebody signed in comes to this address.
  if (user) return <Navigate to={nextPath(search)} replace />;

  const submit = (values: typeof form.values) =>
    login.mutate({ ...values, email: values.email.trim() }, { onError: (error) => showRefusal(form, error) });

  return (
    <AuthLayout title={t("login.title")}>
      <h1 className={classes.title}>{t("login.title")}</h1>
      <p className={classes.lead}>{t("login.lead")}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        <Problem error={login.error} known={["email", "password"]} />
        <TextField
          key={form.key("email")}
          {...form.getInputProps("email")}
          label={t("field.login")}
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <PasswordField
          key={form.key("password")}
          {...form.getInputProps("password")}
          label={t("field.password")}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <CheckField
          key={form.key("remember_me")}
          {...form.getInputProps("remember_me", { type: "checkbox" })}
          label={t("field.remember")}
        />
        <Button type="submit" color="terracotta" size="md" loading={login.isPending}>
          {t("login.submit")}
        </Button>
      </form>
      <p className={classes.other}>
        {t("login.new")}{" "}
        <Link to={{ pathname: "/signup", search: location.search }} className={classes.link}>
          {t("common:action.signUp")}
        </Link>
      </p>
      <DemoAccounts
        busy={login.isPending}
        onPick={(email, password) => submit({ email, password, remember_me: true })}
      />
    </AuthLayout>
  );
}
