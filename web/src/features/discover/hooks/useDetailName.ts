import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { filterFields, isStepped, splitDetail } from "@/shared/filters/details";
import { useValueName } from "@/shared/filters/useValueName";
import type { DetailField } from "@/shared/offering/types";

/** Names a value of a detail field so that it stands alone: "2+ beds", "For: Women", "Breakfast included". */
export function useDetailName(fields: readonly DetailField[]) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const format = useFormat();
  const valueName = useValueName();
  return (detail: string): string => {
    const { field: key, value } = splitDetail(detail);
    const field = filterFields(fields).find((one) => one.key === key);
    if (!field) return value;
    if (isStepped(field)) return t(`step.${key}`, { ns: "catalogue", value: format.number(Number(value)) });
    const named = valueName(field, value);
    if (field.type === "flag") return named;
    return t("filter.detail", { name: t(`field.${key}`, { ns: "catalogue" }), value: named });
  };
}
