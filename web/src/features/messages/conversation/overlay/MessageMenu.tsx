import { UnstyledButton } from "@mantine/core";
import {
  IconCopy,
  IconCornerUpLeft,
  IconFlag,
  IconInfoCircle,
  IconMoodPlus,
  IconPencil,
  IconShare3,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { copyText } from "@/lib/copyText";
import { toast } from "@/lib/toasts";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { ContextMenu, MenuItem } from "@/ui/menu/ContextMenu";
import { Sheet } from "@/ui/Sheet";
import type { ChatState } from "../../model/chat";
import { QUICK_REACTIONS, reactionOf, sameEmoji } from "../../model/reactions";
import { mayEdit } from "../../model/timeline";
import { useMe } from "../../useChatStreams";
import { type Overlay, useMessageActions } from "../MessageActionsContext";
import classes from "./MessageMenu.module.css";

interface Item {
  key: "reply" | "copy" | "edit" | "forward" | "info" | "report" | "delete";
  icon: typeof IconCopy;
  act: () => void;
}

interface MessageMenuProps {
  overlay: Extract<Overlay, { kind: "menu" }>;
  state: ChatState;
  onClose: () => void;
}

/** A menu beside the message; on a phone a sheet under the thumb. */
export function MessageMenu({ overlay, state, onClose }: MessageMenuProps) {
  const { t } = useTranslation("messages");
  const phone = usePhone();
  const me = useMe();
  const actions = useMessageActions();
  const { message, at } = overlay;
  const items = useItems(overlay, state, onClose);
  const own = reactionOf(message, me);
  const mayReact = !message.deleted && state.chat.can_write;
  const react = (emoji: string) => {
    actions.react(message, own && sameEmoji(own, emoji) ? null : emoji);
    onClose();
  };
  const more = () => actions.open({ kind: "emoji", message, at });

  if (phone) {
    return (
      <Sheet opened onClose={onClose} title={t("message.menu")}>
        {mayReact && (
          <fieldset className={classes.emoji} aria-label={t("reaction.title")}>
            {QUICK_REACTIONS.map((emoji) => (
              <UnstyledButton
                key={emoji}
                className={classes.one}
                aria-pressed={own !== undefined && sameEmoji(own, emoji)}
                onClick={() => react(emoji)}
              >
                {emoji}
              </UnstyledButton>
            ))}
            <IconButton
              bare
              icon={IconMoodPlus}
              iconSize={24}
              className={classes.one}
              label={t("reaction.more_emoji")}
              onClick={more}
            />
          </fieldset>
        )}
        <ul className={classes.list}>
          {items.map(({ key, icon, act }) => (
            <li key={key}>
              <UnstyledButton
                className={classes.item}
                data-danger={key === "delete" || undefined}
                onClick={act}
              >
                <Icon of={icon} /> {t(`menu.${key}`)}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Sheet>
    );
  }

  return (
    <ContextMenu label={t("message.menu")} at={at} onClose={onClose}>
      {mayReact && (
        // biome-ignore lint/a11y/useSemanticElements: a group of menu items
        <div role="group" aria-label={t("reaction.title")} className={classes.emoji}>
          {QUICK_REACTIONS.map((emoji) => (
            <MenuItem
              key={emoji}
              className={classes.one}
              checked={own !== undefined && sameEmoji(own, emoji)}
              onClick={() => react(emoji)}
            >
              {emoji}
            </MenuItem>
          ))}
          <MenuItem className={classes.one} label={t("reaction.more_emoji")} onClick={more}>
            <Icon of={IconMoodPlus} size={22} />
          </MenuItem>
        </div>
      )}
      {items.map(({ key, icon, act }) => (
        <MenuItem key={key} icon={icon} danger={key === "delete"} onClick={act}>
          {t(`menu.${key}`)}
        </MenuItem>
      ))}
    </ContextMenu>
  );
}

function useItems({ message }: MessageMenuProps["overlay"], state: ChatState, onClose: () => void): Item[] {
  const { t } = useTranslation("messages");
  const me = useMe();
  const viewer = useUser()?.id;
  const actions = useMessageActions();
  const { can_write } = state.chat;
  const mine = message.sender === me;
  const alive = !message.deleted;
  const copy = async () => {
    onClose();
    try {
      await copyText(message.text);
      toast.success(t("message.copied"));
    } catch {
      toast.error(t("message.notCopied"));
    }
  };
  const offered: (Item | false)[] = [
    alive &&
      can_write && {
        key: "reply",
        icon: IconCornerUpLeft,
        act: () => {
          onClose();
          actions.reply(message);
        },
      },
    alive && message.text !== "" && { key: "copy", icon: IconCopy, act: () => void copy() },
    can_write &&
      mayEdit(message, me, Date.now(), viewer) && {
        key: "edit",
        icon: IconPencil,
        act: () => {
          onClose();
          actions.edit(message);
        },
      },
    alive && {
      key: "forward",
      icon: IconShare3,
      act: () => actions.open({ kind: "forward", message }),
    },
    mine && { key: "info", icon: IconInfoCircle, act: () => actions.open({ kind: "info", message }) },
    !mine && alive && { key: "report", icon: IconFlag, act: () => actions.open({ kind: "report", message }) },
    { key: "delete", icon: IconTrash, act: () => actions.open({ kind: "delete", message }) },
  ];
  return offered.filter((item) => item !== false);
}
