import { useTranslation } from "react-i18next";
import type { Policy } from "@/api/types";

/** Returns a function that names an entry: its title, or the label of a facility of the list. */
export function usePolicyTitle(): (policy: Policy) => string {
  const { t } = useTranslation("facility");
  return ({ title, facility }) => (facility ? t(facility) : title);
}
