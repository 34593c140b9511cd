import { useCategories } from "@/shared/categories/api";
import type { CategorySpec } from "./types";

/** Returns the data of a category, undefined until loaded. */
export function useCategorySpec(key: string | undefined): CategorySpec | undefined {
  const { data } = useCategories();
  return data?.find((category) => category.key === key);
}
