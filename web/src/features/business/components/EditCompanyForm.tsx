import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "@/api/types";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { CategoryChoice } from "@/shared/categories/CategoryPicker";
import { Problem } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { focusFirst, showRefusal } from "@/shared/forms/serverErrors";
import { useChangeCompany } from "../api";
import { type BusinessValues, changesOf, EMPTY, valuesOf, wrongAt } from "../model/businessForm";
import { CompanyFields } from "./CompanyFields";

/** The company, to be changed. Only what was changed is sent: another device may have changed the rest. */
export function ChangeCompany({ company, onDone }: { company: Company; onDone: () => void }) {
  const { t } = useTranslation("auth");
  const change = useChangeCompany();
  const before = valuesOf(company);
  const form = useForm<BusinessValues>({
    initialValues: before,
    validate(values) {
      const { categories } = wrongAt(2, values, "");
      const wrong = { ...wrongAt(0, values, ""), ...(categories ? { categories } : {}) };
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
      onError: (error) => showRefusal(form, error, t),
    });
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <Problem error={change.error} known={Object.keys(EMPTY)} />
      <CompanyFields form={form} />
      <CategoryChoice
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
