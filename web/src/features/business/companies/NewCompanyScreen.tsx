import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useForm } from "@/lib/form";
import { CategoryPicker } from "@/shared/categories/CategoryPicker";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { useUnsavedWarning } from "@/shared/forms/useUnsavedWarning";
import { Screen } from "@/ui/Screen";
import { CompanyFields } from "../components/CompanyFields";
import { DocumentFields } from "../components/DocumentFields";
import { type BusinessValues, EMPTY, furtherCompany, validateStep } from "../model/businessForm";
import { LeaveDialog } from "../store/components/LeaveDialog";
import { useAddCompany } from "./api";

/** `/pro/companies/new`: a further company of the account, which acts for it at once. */
export function NewCompanyScreen() {
  const { t } = useTranslation(["auth", "business-team"]);
  const add = useAddCompany();
  const form = useForm<BusinessValues>({
    initialValues: EMPTY,
    validate(values) {
      const { categories, documents } = validateStep(2, values, new Date().toISOString().slice(0, 10));
      const wrong = Object.entries({ ...validateStep(0, values, ""), categories, documents });
      return Object.fromEntries(
        wrong.flatMap(([field, key]) => (key ? [[field, t(`validation.${key}`)] as const] : [])),
      );
    },
  });
  const { values, errors } = form;
  const isTouched = Object.values(values).some((value) => (Array.isArray(value) ? value.length > 0 : value));
  const blocker = useUnsavedWarning(isTouched && !add.isPending && !add.isSuccess);
  const submit = () =>
    add.mutate(furtherCompany(values), { onError: (error) => applyServerErrors(form, error, t) });
  return (
    <Screen title={t("business-team:companies.add")} back="/pro">
      <p className={classes.lead}>{t("business-team:companies.lead")}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(submit, (found) => focusFirst(form, found))}
      >
        <FormError error={add.error} known={Object.keys(EMPTY)} />
        <CompanyFields form={form} />
        <CategoryPicker
          legend={t("business.categories")}
          chosen={values.categories}
          onChange={(categories) => form.setFieldValue("categories", categories)}
          error={errors.categories as string | undefined}
        />
        <DocumentFields
          documents={values.documents}
          onChange={(documents) => form.setFieldValue("documents", documents)}
          error={
            (errors.documents ?? errors.document_kinds ?? errors.document_expires_on) as string | undefined
          }
        />
        <Button type="submit" color="terracotta" loading={add.isPending || add.isSuccess}>
          {t("business-team:companies.submit")}
        </Button>
      </form>
      <LeaveDialog blocker={blocker} />
    </Screen>
  );
}
