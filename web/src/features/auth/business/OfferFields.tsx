import { useTranslation } from "react-i18next";
import { CategoryChoice } from "../CategoryChoice";
import type { LegalTexts } from "../legal";
import { TermsFields } from "../TermsFields";
import type { BusinessForm } from "./business";
import { PaperFields } from "./PaperFields";

/** What it offers, its papers, and the terms. */
export function OfferFields({ form, legal }: { form: BusinessForm; legal: LegalTexts }) {
  const { t } = useTranslation("auth");
  const { values, errors } = form;
  return (
    <>
      <CategoryChoice
        legend={t("business.categories")}
        chosen={values.categories}
        onChange={(categories) => form.setFieldValue("categories", categories)}
        error={errors.categories as string | undefined}
      />
      <PaperFields
        papers={values.papers}
        onChange={(papers) => form.setFieldValue("papers", papers)}
        error={
          (errors.papers ?? errors.documents ?? errors.document_kinds ?? errors.document_expires_on) as
            | string
            | undefined
        }
      />
      <TermsFields field={form.getInputProps("terms", { type: "checkbox" })} legal={legal} />
    </>
  );
}
