import { useTranslation } from "react-i18next";
import { LANGUAGES } from "@/lib/languages";
import { Section } from "@/shared/settings/Section";
import { SelectField } from "@/ui/SelectField";
import { SwitchField } from "@/ui/SwitchField";
import { useSound } from "./hooks/useSound";

const OWN = "";

/** Sound and subtitles of reels on this device. */
export function ReelSettings() {
  const { t } = useTranslation("reels");
  const sound = useSound();
  return (
    <Section title={t("title")} lead={t("settings.lead")}>
      <SwitchField
        label={t("captions")}
        description={t("settings.captions")}
        checked={sound.captions}
        onChange={sound.setCaptions}
      />
      <SelectField
        label={t("settings.language")}
        value={sound.subtitleLanguage ?? OWN}
        disabled={!sound.captions}
        onChange={(event) => sound.setSubtitleLanguage(event.currentTarget.value || null)}
        data={[
          { value: OWN, label: t("settings.ownLanguage") },
          ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <SwitchField
        label={t("sound.label")}
        description={t("settings.sound")}
        checked={!sound.muted}
        onChange={(on) => sound.setMuted(!on)}
      />
    </Section>
  );
}
