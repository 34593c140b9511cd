import { UnstyledButton } from "@mantine/core";
import { IconEyeOff, IconFlag, IconInfoCircle, IconLink, IconVolume3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Reel } from "@/shared/reels/types";
import { Icon } from "@/ui/Icon";
import classes from "./Sheets.module.css";

export type MoreAction = "copy" | "why" | "skip" | "mute" | "report";

const ENTRIES = [
  { action: "copy", icon: IconLink },
  { action: "why", icon: IconInfoCircle },
  { action: "skip", icon: IconEyeOff },
  { action: "mute", icon: IconVolume3 },
  { action: "report", icon: IconFlag },
] as const;

/** Actions that are seldom wanted. */
export function MoreSheet({ reel, onAction }: { reel: Reel; onAction: (action: MoreAction) => void }) {
  const { t } = useTranslation("reels");
  return (
    <ul className={classes.menu}>
      {ENTRIES.filter(({ action }) => action !== "why" || reel.why.length > 0).map(({ action, icon }) => (
        <li key={action}>
          <UnstyledButton className={classes.item} onClick={() => onAction(action)}>
            <Icon of={icon} />
            {t(`more.${action}`, { company: reel.company.name })}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** Reasons for the place of a reel in the feed. */
export function WhySheet({ reel }: { reel: Reel }) {
  const { t } = useTranslation("reels");
  return (
    <>
      <ul className={classes.reasons}>
        {reel.why.map((reason) => (
          <li key={reason} className={classes.reason}>
            <Icon of={IconInfoCircle} />
            {t(`why.${reason as "fresh"}`, { company: reel.company.name, city: reel.company.city })}
          </li>
        ))}
      </ul>
      <p className={classes.note}>{t("why.note")}</p>
    </>
  );
}
