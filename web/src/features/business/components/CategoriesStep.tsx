import { useTranslation } from "react-i18next";
import { CategoryPicker } from "@/shared/categories/CategoryPicker";
import type { LegalTexts } from "@/shared/forms/legalTexts";
import { TermsFields } from "@/shared/forms/TermsFields";
import type { BusinessForm } from "../model/businessForm";
import { DocumentFields } from "./DocumentFields";

/** Last step: categories, documents and terms. */
export function CategoriesStep({ form, legal }: { form: BusinessForm; legal: LegalTexts }) {
  const { t } = useTranslation("auth");
  const { values, errors } = form;
  return (
    <>
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
      <TermsFields field={form.getInputProps("terms", { type: "checkbox" })} legal={legal} />
    </>
  );
}
