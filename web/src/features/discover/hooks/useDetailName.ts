import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import type { DetailField } from "@/shared/offering/types";
import { filterFields, isStepped, splitDetail } from "../model/details";

/** Names a value of a detail field so that it stands alone: "2+ beds", "For: Women", "Breakfast included". */
export function useDetailName(fields: readonly DetailField[]) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const format = useFormat();
  return (detail: string): string => {
    const { field: key, value } = splitDetail(detail);
    const field = filterFields(fields).find((one) => one.key === key);
    if (!field) return value;
    if (isStepped(field)) return t(`step.${key}`, { ns: "catalogue", value: format.number(Number(value)) });
    const name = t(`field.${key}`, { ns: "catalogue" });
    if (field.type === "flag") return name;
    return t("filter.detail", {
      name,
      value: t(`option.${value}`, { ns: "catalogue", defaultValue: value }),
    });
  };
}
