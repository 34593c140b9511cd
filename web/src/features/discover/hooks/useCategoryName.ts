import { useTranslation } from "react-i18next";

/** Names a category, or one of its subcategories. */
export function useCategoryName() {
  const { t } = useTranslation("category");
  return (category: string, subcategory: string | null = null): string =>
    t(subcategory ? [`${category}.${subcategory}`, category] : [category], { ns: "category" });
}
