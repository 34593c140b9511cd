import { useTranslation } from "react-i18next";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MUTE_HOURS, MUTED_FOREVER, mutedFor } from "./useSettings";

/** For how long a chat keeps still. */
export function MuteItems({ onPick }: { onPick: (until: string) => void }) {
  const { t } = useTranslation("messages");
  return (
    <>
      {MUTE_HOURS.map((hours) => (
        <MenuItem key={hours} onClick={() => onPick(mutedFor(hours))}>
          {hours < 24 ? t("mute.hours", { count: hours }) : t("mute.days", { count: hours / 24 })}
        </MenuItem>
      ))}
      <MenuItem onClick={() => onPick(MUTED_FOREVER)}>{t("mute.always")}</MenuItem>
    </>
  );
}
