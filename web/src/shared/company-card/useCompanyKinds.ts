import { useTranslation } from "react-i18next";
import type { CompanySummary } from "@/shared/offering/types";

const SHOWN = 2;

/** Names the kinds of a company: subcategories, which say more, else categories. */
export function useCompanyKinds({
  categories,
  subcategories,
}: Pick<CompanySummary, "categories" | "subcategories">): string[] {
  const { t } = useTranslation("category");
  const kinds = subcategories.length > 0 ? subcategories : categories;
  // The text of a subcategory stands below one of the categories.
  return kinds
    .slice(0, SHOWN)
    .map((key) => t([...categories.map((category) => `${category}.${key}`), key], { ns: "category" }));
}
