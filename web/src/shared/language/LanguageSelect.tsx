import { useTranslation } from "react-i18next";
import { changeLanguage, useLanguage } from "@/lib/i18n";
import { LANGUAGES } from "@/lib/languages";
import { SelectField } from "@/ui/SelectField";

/** The same choice as the menu's, as a field of a settings page. */
export function LanguageSelect() {
  const { t } = useTranslation();
  const { code } = useLanguage();
  return (
    <SelectField
      label={t("action.language")}
      value={code}
      onChange={(event) => changeLanguage(event.currentTarget.value)}
      data={LANGUAGES.map((language) => ({ value: language.code, label: language.name }))}
    />
  );
}
