import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconEraser,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ContextMenu, MenuItem } from "@/ui/menu/ContextMenu";
import type { SettingsChange } from "../api";
import { ConfirmDialog } from "../info/ConfirmDialog";
import { MuteItems } from "../info/MuteItems";
import { useSettings } from "../info/useSettings";
import { isMuted } from "../model/chats";
import type { ChatSummary } from "../model/wire";

interface RowMenuProps {
  chat: ChatSummary;
  label: string;
  at: DOMRect;
  onClose: () => void;
}

/** Actions on a chat without opening it. */
export function RowMenu({ chat, label, at, onClose }: RowMenuProps) {
  const { t } = useTranslation("messages");
  const settings = useSettings(chat.id);
  const [step, setStep] = useState<"menu" | "mute" | "clear" | "deleteChat">("menu");
  const change = (wanted: SettingsChange) => () => {
    settings.mutate(wanted);
    onClose();
  };
  if (step === "clear" || step === "deleteChat") {
    return <ConfirmDialog chat={chat} question={step} onClose={onClose} />;
  }
  return (
    // A new menu is entered at its first item.
    <ContextMenu key={step} label={label} at={at} onClose={onClose}>
      {step === "mute" ? (
        <MuteItems onPick={(muted_until) => change({ muted_until })()} />
      ) : (
        <>
          <MenuItem
            icon={chat.pinned_at ? IconPinnedOff : IconPin}
            onClick={change({ pinned: !chat.pinned_at })}
          >
            {t(chat.pinned_at ? "pin.undo" : "pin.action")}
          </MenuItem>
          {isMuted(chat) ? (
            <MenuItem icon={IconBell} onClick={change({ muted_until: null })}>
              {t("mute.undo")}
            </MenuItem>
          ) : (
            <MenuItem icon={IconBellOff} onClick={() => setStep("mute")}>
              {t("mute.action")}
            </MenuItem>
          )}
          <MenuItem
            icon={chat.archived ? IconArchiveOff : IconArchive}
            onClick={change({ archived: !chat.archived })}
          >
            {t(chat.archived ? "archive.undo" : "archive.action")}
          </MenuItem>
          <MenuItem icon={IconEraser} danger onClick={() => setStep("clear")}>
            {t("clear.action")}
          </MenuItem>
          {chat.kind === "direct" && (
            <MenuItem icon={IconTrash} danger onClick={() => setStep("deleteChat")}>
              {t("deleteChat.action")}
            </MenuItem>
          )}
        </>
      )}
    </ContextMenu>
  );
}
