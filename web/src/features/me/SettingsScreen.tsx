import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LanguageSelect } from "@/shared/language/LanguageSelect";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { ColorSchemeSwitch } from "@/ui/ColorSchemeSwitch";
import { Screen } from "@/ui/Screen";

interface SettingsScreenProps {
  /** Sections of other areas. */
  children: ReactNode;
}

/** Choices of this device: appearance, language, subtitles and voice. Every change takes effect as it is made. */
export function SettingsScreen({ children }: SettingsScreenProps) {
  const { t } = useTranslation("me");
  return (
    <Screen title={t("link.settings")} back="/UserProfile/User">
      <div className={classes.page}>
        <Section title={t("settings")} lead={t("settingsLead")}>
          <LanguageSelect />
          <ColorSchemeSwitch />
        </Section>
        {children}
      </div>
    </Screen>
  );
}
