import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { useRegisterCompany } from "@/api/session";
import { useForm } from "@/lib/form";
import { lazyPart } from "@/lib/lazyPart";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import type { LegalTexts } from "@/shared/forms/legalTexts";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { useFocusOnStep } from "@/shared/forms/useFocusOnStep";
import { RowSkeletons } from "@/ui/Skeletons";
import { StepIndicator } from "@/ui/StepIndicator";
import { CompanyFields } from "./components/CompanyFields";
import { type BusinessValues, EMPTY, registration, STEPS, stepOf, validateStep } from "./model/businessForm";

/** The later steps come when they are reached. */
const OwnerFields = lazyPart(() => import("./components/OwnerFields").then((file) => file.OwnerFields));
const CategoriesStep = lazyPart(() =>
  import("./components/CategoriesStep").then((file) => file.CategoriesStep),
);

const NAMES = ["company", "owner", "offer"] as const;

/** A business comes to the square: the company, who runs it, what it offers and its documents. */
export function BusinessSignupScreen({ legal }: { legal: LegalTexts }) {
  const { t } = useTranslation("auth");
  const user = useUser();
  const register = useRegisterCompany();
  const [step, setStep] = useState(0);
  const heading = useFocusOnStep<HTMLHeadingElement>(step);
  const form = useForm<BusinessValues>({
    initialValues: EMPTY,
    validate: (values) => {
      const wrong = validateStep(step, values, today());
      return Object.fromEntries(Object.entries(wrong).map(([field, key]) => [field, t(`validation.${key}`)]));
    },
  });

  if (user?.type === "professional") return <Navigate to="/pro" replace />;

  const refused = (error: Error) => {
    const fields = error instanceof ApiError ? Object.keys(error.fields) : [];
    if (fields.length > 0) setStep(Math.min(...fields.map(stepOf)));
    applyServerErrors(form, error, t);
  };
  const submit = (values: BusinessValues) => {
    if (step + 1 < STEPS.length) return setStep(step + 1);
    register.mutate(registration(values), { onError: refused });
  };
  const name = NAMES[step] ?? "company";
  return (
    <AuthLayout title={t("business.signUp")} realm="business">
      <StepIndicator step={step + 1} of={STEPS.length} />
      <h1 className={classes.title} ref={heading} tabIndex={-1}>
        {t(`business.${name}.title`)}
      </h1>
      <p className={classes.lead}>{t(`business.${name}.lead`)}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        <FormError error={register.error} known={Object.keys(EMPTY)} />
        <Suspense fallback={<RowSkeletons rows={6} />}>
          {step === 0 && <CompanyFields form={form} />}
          {step === 1 && <OwnerFields form={form} />}
          {step === 2 && <CategoriesStep form={form} legal={legal} />}
        </Suspense>
        <div className={step > 0 ? classes.buttons : classes.form}>
          {step > 0 && (
            <Button variant="default" onClick={() => setStep(step - 1)}>
              {t("signup.back")}
            </Button>
          )}
          <Button type="submit" color="terracotta" loading={register.isPending}>
            {t(step + 1 < STEPS.length ? "signup.continue" : "business.submit")}
          </Button>
        </div>
      </form>
      <p className={classes.other}>
        {t("signup.have")}{" "}
        <Link to="/pro/login" className={classes.link}>
          {t("common:action.signIn")}
        </Link>
      </p>
    </AuthLayout>
  );
}

/** The day here, as the documents write it. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
