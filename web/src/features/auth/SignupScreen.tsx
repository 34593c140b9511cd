import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { useRegister } from "@/api/session";
import { nextPath } from "@/lib/next";
import { AuthLayout } from "./AuthLayout";
import classes from "./auth.module.css";
import { Problem } from "./Problem";
import { focusFirst, showRefusal } from "./refusal";
import { AccessFields, PersonFields } from "./SignupFields";
import { type SignupValues, STEPS, stepOf } from "./signup";
import { confirmation, email, newPassword, present } from "./validation";

const EMPTY: SignupValues = {
  email: "",
  userName: "",
  password: "",
  confirm_password: "",
  firstName: "",
  lastName: "",
  dob: "",
  gender: "",
  address: "",
  terms: false,
  marketing: false,
};

export function SignupScreen() {
  const { t } = useTranslation("auth");
  const user = useUser();
  const [search] = useSearchParams();
  const location = useLocation();
  const register = useRegister();
  const [step, setStep] = useState(0);
  const heading = useFocusOnStep(step);
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm<SignupValues>({
    mode: "controlled",
    initialValues: EMPTY,
    validate: (values) => {
      const errors = {
        email: wrong(email(values.email)),
        userName: wrong(present(values.userName, "userName")),
        password: wrong(newPassword(values.password)),
        confirm_password: wrong(confirmation(values.confirm_password, values.password)),
        firstName: wrong(present(values.firstName, "firstName")),
        lastName: wrong(present(values.lastName, "lastName")),
        dob: wrong(present(values.dob, "dob")),
        gender: wrong(present(values.gender, "gender")),
        address: wrong(present(values.address, "address")),
        terms: values.terms ? null : t("validation.termsRequired"),
      };
      // Nobody is told about a field they have not seen.
      return Object.fromEntries(Object.entries(errors).filter(([field]) => stepOf(field) <= step));
    },
  });

  if (user) return <Navigate to={nextPath(search)} replace />;

  const refused = (error: Error) => {
    const fields = error instanceof ApiError ? Object.keys(error.fields) : [];
    if (fields.some((field) => stepOf(field) === 0)) setStep(0);
    showRefusal(form, error);
  };
  const submit = (values: SignupValues) => {
    if (step + 1 < STEPS.length) return setStep(step + 1);
    register.mutate(values, { onError: refused });
  };

  return (
    <AuthLayout title={t("signup.title")}>
      <h1 className={classes.title}>{t("signup.title")}</h1>
      <p className={classes.lead} ref={heading} tabIndex={-1}>
        <span className={classes.steps}>{t("signup.stepOf", { step: step + 1, steps: STEPS.length })}</span>
        {" · "}
        {t(step === 0 ? "signup.access" : "signup.person")}
      </p>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        <Problem error={register.error} known={Object.keys(EMPTY)} />
        {step === 0 ? <AccessFields form={form} /> : <PersonFields form={form} />}
        {step === 0 ? (
          <Button type="submit" color="terracotta">
            {t("signup.continue")}
          </Button>
        ) : (
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setStep(0)}>
              {t("signup.back")}
            </Button>
            <Button type="submit" color="terracotta" loading={register.isPending}>
              {t("signup.submit")}
            </Button>
          </div>
        )}
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

/** A new step is read from its beginning. */
function useFocusOnStep(step: number) {
  const heading = useRef<HTMLParagraphElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) heading.current?.focus();
    last.current = step;
  }, [step]);
  return heading;
}
