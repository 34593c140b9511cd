import { UnstyledButton } from "@mantine/core";
import {
  IconBookmark,
  IconDots,
  IconHeart,
  IconMessageCircle,
  IconShare3,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import type { Reel, ReelCounts } from "@/shared/reels/types";
import { Icon } from "@/ui/Icon";
import classes from "./Reels.module.css";

export type ReelAction = "like" | "comments" | "save" | "share" | "more";

interface ReelActionsProps {
  reel: Reel;
  counts: ReelCounts;
  onAction: (action: ReelAction) => void;
}

interface Entry {
  action: ReelAction;
  icon: TablerIcon;
  count?: keyof ReelCounts;
  pressed?: (reel: Reel) => boolean;
}

const ENTRIES: readonly Entry[] = [
  { action: "like", icon: IconHeart, count: "likes", pressed: ({ liked }) => liked },
  { action: "comments", icon: IconMessageCircle, count: "comments" },
  { action: "save", icon: IconBookmark, count: "saves", pressed: ({ folder_id }) => folder_id !== null },
  { action: "share", icon: IconShare3, count: "shares" },
  { action: "more", icon: IconDots },
];

/** Column of buttons at the end of a reel, with live counts. */
export function ReelActions({ reel, counts, onAction }: ReelActionsProps) {
  const { t } = useTranslation("reels");
  const format = useFormat();
  return (
    <ul className={classes.actions} aria-label={t("actions")}>
      {ENTRIES.map(({ action, icon, count, pressed }) => {
        const value = count && counts[count];
        return (
          <li key={action}>
            <UnstyledButton
              className={classes.action}
              aria-label={t(`action.${action}`, { count: value ?? 0 })}
              aria-pressed={pressed?.(reel)}
              aria-haspopup={action === "like" ? undefined : "dialog"}
              data-tooltip={t(`tooltip.${action}`)}
              onClick={() => onAction(action)}
            >
              <span className={classes.glyph}>
                <Icon of={icon} size={24} />
              </span>
              {value !== undefined && <span aria-hidden="true">{format.compact(value)}</span>}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
