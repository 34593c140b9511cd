import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "@/api/types";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { CategoryPicker } from "@/shared/categories/CategoryPicker";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { useUpdateCompany } from "../api";
import { type BusinessValues, changesOf, EMPTY, validateStep, valuesOf } from "../model/businessForm";
import { CompanyFields } from "./CompanyFields";

/** The company, to be changed. Only what was changed is sent: another device may have changed the rest. */
export function EditCompanyForm({ company, onDone }: { company: Company; onDone: () => void }) {
  const { t } = useTranslation("auth");
  const change = useUpdateCompany();
  const before = valuesOf(company);
  const form = useForm<BusinessValues>({
    initialValues: before,
    validate(values) {
      const { categories } = validateStep(2, values, "");
      const wrong = { ...validateStep(0, values, ""), ...(categories ? { categories } : {}) };
      return Object.fromEntries(Object.entries(wrong).map(([field, key]) => [field, t(`validation.${key}`)]));
    },
  });
  const element = useRef<HTMLFormElement>(null);
  // The button that led here is gone.
  useEffect(() => element.current?.querySelector("input")?.focus(), []);
  const submit = (values: BusinessValues) =>
    change.mutate(changesOf(before, values), {
      onSuccess() {
        toast.success(t("account:business.saved"));
        onDone();
      },
      onError: (error) => applyServerErrors(form, error, t),
    });
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <FormError error={change.error} known={Object.keys(EMPTY)} />
      <CompanyFields form={form} />
      <CategoryPicker
        legend={t("business.categories")}
        chosen={form.values.categories}
        onChange={(categories) => form.setFieldValue("categories", categories)}
        error={form.errors.categories ?? undefined}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" color="terracotta" loading={change.isPending}>
          {t("account:edit.submit")}
        </Button>
      </div>
    </form>
  );
}
