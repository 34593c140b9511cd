import { Button } from "@mantine/core";
import { useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { useForm } from "@/lib/form";
import { nextPath } from "@/lib/returnPath";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import classes from "@/shared/forms/forms.module.css";
import { NewPasswordFields } from "@/shared/forms/NewPasswordFields";
import { SignupStep } from "@/shared/forms/SignupStep";
import { focusFirst } from "@/shared/forms/serverErrors";
import { confirmation, email, newPassword, userName } from "@/shared/forms/validation";
import { TextField } from "@/ui/TextField";
import { AvailabilityIcon, AvailabilityText } from "./AvailabilityIcon";
import { useAvailability } from "./useAvailability";
import { type CredentialsValues, useSignup } from "./useSignup";

/** Step 1: how one will sign in. */
export function SignupScreen() {
  const { t } = useTranslation("auth");
  const user = useUser();
  const guest = isGuest(user);
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const id = useId();
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm<CredentialsValues>({
    initialValues: useSignup.getState().credentials,
    initialErrors: useSignup.getState().refused,
    validate: {
      email: (value) => wrong(email(value)) ?? taken(emailFree.state, "emailTaken"),
      userName: (value) => wrong(userName(value)) ?? taken(nameFree.state, "userNameTaken"),
      password: (value) => wrong(newPassword(value)),
      confirm_password: (value, { password }) => wrong(confirmation(value, password)),
    },
  });
  const { values } = form;
  const emailFree = useAvailability("email", values.email, email(values.email) === null);
  const nameFree = useAvailability("userName", values.userName, userName(values.userName) === null);
  const taken = (state: string, key: string) => (state === "taken" ? t(`serverError.${key}`) : null);

  // Restores the typed values when the user returns to this page.
  useEffect(() => useSignup.setState({ credentials: values, refused: {} }), [values]);

  if (user && !guest) return <Navigate to={nextPath(search)} replace />;

  const submit = () => {
    useSignup.setState({ stepOneDone: true });
    navigate({ pathname: "/signup/details", search: location.search });
  };
  const emailError = form.errors.email ?? taken(emailFree.state, "emailTaken");
  const nameError = form.errors.userName ?? taken(nameFree.state, "userNameTaken");

  return (
    <AuthLayout title={t("signup.title")}>
      <SignupStep at="access" />
      <h1 className={classes.title}>{t("signup.title")}</h1>
      <p className={classes.lead}>{t(guest ? "signup.leadGuest" : "signup.access")}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        <div>
          <TextField
            {...form.getInputProps("email")}
            error={emailError}
            label={t("field.email")}
            type="email"
            name="email"
            autoComplete="email"
            required
            rightSection={<AvailabilityIcon freedom={emailFree} />}
            aria-describedby={`${id}-email`}
          />
          <AvailabilityText id={`${id}-email`} freedom={emailFree} />
        </div>
        <div>
          <TextField
            {...form.getInputProps("userName")}
            error={nameError}
            label={t("field.userName")}
            description={t("field.userNameHint")}
            name="userName"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            rightSection={<AvailabilityIcon freedom={nameFree} />}
            aria-describedby={`${id}-name`}
          />
          <AvailabilityText id={`${id}-name`} freedom={nameFree} />
        </div>
        <NewPasswordFields
          label={t("field.password")}
          password={form.getInputProps("password")}
          confirmation={form.getInputProps("confirm_password")}
        />
        <Button type="submit" color="terracotta">
          {t("signup.continue")}
        </Button>
      </form>
      <p className={classes.other}>
        {t("signup.have")}{" "}
        <Link to={{ pathname: "/login", search: location.search }} className={classes.link}>
          {t("common:action.signIn")}
        </Link>
      </p>
    </AuthLayout>
  );
}
