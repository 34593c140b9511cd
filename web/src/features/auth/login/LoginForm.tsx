import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { type Realm, useLogin } from "@/api/session";
import { useForm } from "@/lib/form";
import { lazyPart } from "@/lib/lazyPart";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { loginName, present } from "@/shared/forms/validation";
import { CheckField } from "@/ui/CheckField";
import { PasswordField } from "@/ui/PasswordField";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextField } from "@/ui/TextField";
import { DemoAccounts } from "./DemoAccounts";
import { SessionNotice } from "./SessionNotice";

/** Asked of few, and not before the password was right. */
const SecondFactor = lazyPart(() => import("../two-factor/SecondFactor").then((file) => file.SecondFactor));

interface LoginFormProps {
  realm: Realm;
  title: string;
  lead: string;
  /** Path of the password reset. */
  forgot: string;
  /** Other actions below the form. */
  children: ReactNode;
}

interface Values extends Record<string, unknown> {
  email: string;
  password: string;
  remember_me: boolean;
}

/** Name and password, then the second factor if enabled. The surrounding screen reacts to the new session. */
export function LoginForm({ realm, title, lead, forgot, children }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const location = useLocation();
  const login = useLogin(realm);
  const [asked, setAsked] = useState<{ challenge: string; remember: boolean } | null>(null);
  const [expired, setExpired] = useState(false);
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm<Values>({
    initialValues: { email: "", password: "", remember_me: true },
    validate: {
      email: (value) => wrong(loginName(value)),
      password: (value) => wrong(present(value, "password")),
    },
  });
  const submit = (values: Values) => {
    setExpired(false);
    login.mutate(
      { ...values, email: values.email.trim() },
      {
        onSuccess(entrance) {
          if ("challenge" in entrance)
            setAsked({ challenge: entrance.challenge, remember: values.remember_me });
        },
        onError: (error) => applyServerErrors(form, error, t),
      },
    );
  };

  if (asked) {
    return (
      <Suspense fallback={<RowSkeletons rows={2} />}>
        <SecondFactor
          {...asked}
          onBack={(why) => {
            setAsked(null);
            setExpired(why === "expired");
            form.setFieldValue("password", "");
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      <SessionNotice />
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        {expired && <FormError text={t("factor.expired")} />}
        <FormError error={login.error} known={["email", "password"]} />
        <TextField
          {...form.getInputProps("email")}
          label={t(realm === "consumer" ? "field.login" : "field.email")}
          name="email"
          type={realm === "consumer" ? "text" : "email"}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          {...form.getInputProps("password")}
          label={t("field.password")}
          name="password"
          autoComplete="current-password"
          required
        />
        <div className={classes.between}>
          <CheckField
            {...form.getInputProps("remember_me", { type: "checkbox" })}
            label={t("field.remember")}
          />
          <Link to={{ pathname: forgot, search: location.search }} className={classes.link}>
            {t("login.forgot")}
          </Link>
        </div>
        <Button type="submit" color="terracotta" size="md" loading={login.isPending}>
          {t("login.submit")}
        </Button>
      </form>
      {children}
      <DemoAccounts
        realm={realm}
        busy={login.isPending}
        onPick={(email, password) => submit({ email, password, remember_me: true })}
      />
    </>
  );
}
