import { useTranslation } from "react-i18next";
import type { CancellationTerms } from "@/api/types";
import { useLanguage } from "@/lib/i18n";
import { termsSentence } from "../model/terms";

/** Returns a function that tells terms of cancellation in a sentence. */
export function useTermsText(): (terms: CancellationTerms) => string {
  const { t } = useTranslation("policies");
  const { tag } = useLanguage();
  const percent = new Intl.NumberFormat(tag, { style: "percent", numberingSystem: "latn" });
  return (terms) => {
    const { key, ...rest } = termsSentence(terms);
    return t(`terms.sentence.${key}`, { ...rest, percent: percent.format(terms.cancel_fee_percent / 100) });
  };
}
