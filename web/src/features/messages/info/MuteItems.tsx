import { useTranslation } from "react-i18next";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { always, mutedFor, muteHours } from "./settings";

/** For how long a chat keeps still. */
export function MuteItems({ onPick }: { onPick: (until: string) => void }) {
  const { t } = useTranslation("messages");
  return (
    <>
      {muteHours.map((hours) => (
        <MenuItem key={hours} onClick={() => onPick(mutedFor(hours))}>
          {hours < 24 ? t("mute.hours", { count: hours }) : t("mute.days", { count: hours / 24 })}
        </MenuItem>
      ))}
      <MenuItem onClick={() => onPick(always)}>{t("mute.always")}</MenuItem>
    </>
  );
}
