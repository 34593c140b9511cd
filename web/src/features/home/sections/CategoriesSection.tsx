import { useTranslation } from "react-i18next";
import { CategoryTileList } from "@/shared/categories/CategoryTiles";

/** The categories, each leading to its page. Those that the viewer chose come first. */
export function CategoriesSection({ keys }: { keys?: readonly string[] }) {
  const { t } = useTranslation("home");
  const categories = keys?.map((key) => ({ key, name_key: `category.${key}` }));
  return <CategoryTileList title={t("categories.title")} categories={categories} />;
}
