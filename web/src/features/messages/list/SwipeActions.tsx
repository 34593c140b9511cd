import { UnstyledButton } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconPin,
  IconPinnedOff,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import type { SettingsChange } from "../api";
import { mutedFor, useSettings } from "../info/useSettings";
import { isMuted } from "../model/chats";
import type { ChatSummary } from "../model/wire";
import type { SwipeState } from "../swipe/useSwipeActions";
import classes from "./SwipeActions.module.css";

/** As long as a night; the menu has the other spans. */
const MUTE_HOURS = 8;

interface SwipeActionsProps {
  chat: ChatSummary;
  stands: SwipeState;
  onClose: () => void;
}

/** Actions behind a chat row, revealed by a swipe. The row menu offers the same actions. */
export function SwipeActions({ chat, stands, onClose }: SwipeActionsProps) {
  const { t } = useTranslation("messages");
  const settings = useSettings(chat.id);
  const change = (wanted: SettingsChange) => () => {
    onClose();
    settings.mutate(wanted);
  };
  const archive = change({ archived: !chat.archived });
  const whole = useRef(archive);
  whole.current = archive;
  useEffect(() => {
    if (stands === "whole") whole.current();
  }, [stands]);
  const muted = isMuted(chat);
  return (
    <div className={classes.tray} data-tray-of={chat.id}>
      <Choice
        icon={chat.pinned_at ? IconPinnedOff : IconPin}
        word={t(chat.pinned_at ? "pin.undo" : "pin.action")}
        onClick={change({ pinned: !chat.pinned_at })}
      />
      <Choice
        icon={muted ? IconBell : IconBellOff}
        word={t(muted ? "mute.undo" : "mute.short", { hours: MUTE_HOURS })}
        onClick={change({ muted_until: muted ? null : mutedFor(MUTE_HOURS) })}
      />
      <Choice
        icon={chat.archived ? IconArchiveOff : IconArchive}
        word={t(chat.archived ? "archive.undoShort" : "archive.action")}
        onClick={archive}
      />
    </div>
  );
}

interface ChoiceProps {
  icon: TablerIcon;
  word: string;
  onClick: () => void;
}

function Choice({ icon, word, onClick }: ChoiceProps) {
  return (
    <UnstyledButton className={classes.choice} onClick={onClick}>
      <Icon of={icon} />
      <span>{word}</span>
    </UnstyledButton>
  );
}
