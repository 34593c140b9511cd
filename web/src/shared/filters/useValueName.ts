import { useTranslation } from "react-i18next";
import { useLanguageName } from "@/lib/i18n";
import type { DetailField } from "@/shared/offering/types";

/** Names a value of a field under the name of the field: "Women", "French". */
export function useValueName() {
  const { t } = useTranslation("catalogue");
  const language = useLanguageName();
  return (field: DetailField, value: string): string => {
    if (field.type === "flag") return t(`field.${field.key}`);
    return field.type === "languages" ? language(value) : t(`option.${value}`, { defaultValue: value });
  };
}
