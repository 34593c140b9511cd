import { useTranslation } from "react-i18next";
import { CategoryTiles } from "@/shared/categories/CategoryTiles";

/** The categories, each leading to its page. */
export function CategoriesSection() {
  const { t } = useTranslation("home");
  return <CategoryTiles title={t("categories.title")} />;
}
