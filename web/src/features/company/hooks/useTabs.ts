import { useCategories } from "@/shared/categories/api";
import { type CompanyTab, type SpecOf, shownTabs } from "../model/tabs";
import type { CompanyDetails } from "../types";

/** Returns the data of the categories. */
export function useSpecs(): SpecOf {
  const { data } = useCategories();
  return (key) => data?.find((category) => category.key === key);
}

/** Returns the tabs in which a time is chosen. */
export function useChoosingTabs(company: CompanyDetails): CompanyTab[] {
  return useTabs(company).filter(({ chooses }) => chooses);
}

/** Returns the tabs of a company that have content. */
export function useTabs(company: CompanyDetails): CompanyTab[] {
  return shownTabs(company, useSpecs());
}
