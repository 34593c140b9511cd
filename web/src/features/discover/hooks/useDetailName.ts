import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguageName } from "@/lib/i18n";
import type { DetailField } from "@/shared/offering/types";
import { type FilterField, filterFields, isStepped, splitDetail } from "../model/details";

/** Names a value of a field under the name of the field: "Women", "French". */
export function useValueName() {
  const { t } = useTranslation("catalogue");
  const language = useLanguageName();
  return (field: FilterField, value: string): string => {
    if (field.type === "flag") return t(`field.${field.key}`);
    return field.type === "languages" ? language(value) : t(`option.${value}`, { defaultValue: value });
  };
}

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
