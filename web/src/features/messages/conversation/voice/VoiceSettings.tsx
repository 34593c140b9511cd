import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Section } from "@/shared/settings/Section";
import { SelectField } from "@/ui/SelectField";
import { SPEEDS, setSpeed, usePlayer } from "./voicePlayer";

/** Playback of voice messages on this device. */
export function VoiceSettings() {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const speed = usePlayer((player) => player.speed);
  return (
    <Section title={t("voice.settings.title")} lead={t("voice.settings.lead")}>
      <SelectField
        label={t("voice.settings.speed")}
        value={String(speed)}
        onChange={(event) => setSpeed(Number(event.currentTarget.value))}
        data={SPEEDS.map((value) => ({ value: String(value), label: `${format.number(value)}×` }))}
      />
    </Section>
  );
}
