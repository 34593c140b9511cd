import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { useRegister } from "@/api/session";
import { useForm } from "@/lib/form";
import { nextPath } from "@/lib/returnPath";
import { AddressFields } from "@/shared/address/AddressFields";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import type { LegalTexts } from "@/shared/forms/legalTexts";
import { PersonFields } from "@/shared/forms/PersonFields";
import { SignupStep } from "@/shared/forms/SignupStep";
import { applyServerErrors, focusFirst, translateServerError } from "@/shared/forms/serverErrors";
import { TermsFields } from "@/shared/forms/TermsFields";
import { useFocusOnStep } from "@/shared/forms/useFocusOnStep";
import { dayOfBirth, optional, phone, present } from "@/shared/forms/validation";
import { CheckField } from "@/ui/CheckField";
import { TextField } from "@/ui/TextField";
import { isCredentialsField, type PersonValues, registration, useSignup } from "./useSignup";

/** Step 2: who one is, and where. */
export function DetailsScreen({ legal }: { legal: LegalTexts }) {
  const { t } = useTranslation("auth");
  const user = useUser();
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const register = useRegister();
  const { credentials, stepOneDone, sent } = useSignup();
  const heading = useFocusOnStep<HTMLHeadingElement>(null);
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm<PersonValues>({
    initialValues: useSignup.getState().person,
    validate: {
      firstName: (value) => wrong(present(value, "firstName")),
      lastName: (value) => wrong(present(value, "lastName")),
      dob: (value) => wrong(dayOfBirth(value)),
      gender: (value) => wrong(present(value, "gender")),
      phone: (value) => wrong(optional(value, phone)),
      address: (value) => wrong(present(value, "address")),
      terms: (value) => (value ? null : t("validation.termsRequired")),
    },
  });
  const { values } = form;
  useEffect(() => useSignup.setState({ person: values }), [values]);
  useEffect(() => heading.current?.focus(), [heading]);

  if (user && !isGuest(user)) {
    // New here: what one likes is asked before one goes on.
    const welcome = `/onboarding/categories?next=${encodeURIComponent(nextPath(search))}`;
    return <Navigate to={sent ? welcome : nextPath(search)} replace />;
  }
  // After a reload nothing is known of the first step.
  if (!stepOneDone) return <Navigate to={{ pathname: "/signup", search: location.search }} replace />;

  const back = () => navigate({ pathname: "/signup", search: location.search });
  const submit = (person: PersonValues) => {
    useSignup.setState({ sent: true });
    register.mutate(registration(credentials, person), { onError: refused });
  };
  const refused = (error: Error) => {
    useSignup.setState({ sent: false });
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const ofAccess = fields.filter(([field]) => isCredentialsField(field));
    if (ofAccess.length === 0) return applyServerErrors(form, error, t);
    useSignup.setState({
      refused: Object.fromEntries(
        ofAccess.map(([field, texts]) => [field, translateServerError(texts[0] ?? "", t)]),
      ),
    });
    back();
  };

  return (
    <AuthLayout title={t("signup.title")}>
      <SignupStep at="details" />
      <h1 className={classes.title} ref={heading} tabIndex={-1}>
        {t("signup.person")}
      </h1>
      <p className={classes.lead}>{t("signup.personLead")}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        <FormError error={register.error} known={Object.keys(values)} />
        <PersonFields field={(name) => form.getInputProps(name)} />
        <TextField
          {...form.getInputProps("phone")}
          label={t("field.phone")}
          optional
          description={t("field.phoneHint")}
          type="tel"
          autoComplete="tel"
        />
        <fieldset className={classes.group}>
          <legend className={classes.legend}>{t("address.title")}</legend>
          <AddressFields
            values={values}
            field={(name) => form.getInputProps(name)}
            onChange={(found) => form.setValues(found)}
          />
        </fieldset>
        <TermsFields field={form.getInputProps("terms", { type: "checkbox" })} legal={legal} />
        <CheckField {...form.getInputProps("marketing", { type: "checkbox" })} label={t("field.marketing")} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={back}>
            {t("signup.back")}
          </Button>
          <Button type="submit" color="terracotta" loading={register.isPending}>
            {t("signup.submit")}
          </Button>
        </div>
      </form>
    </AuthLayout>
  );
}
