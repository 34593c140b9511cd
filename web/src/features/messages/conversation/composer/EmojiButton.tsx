import { Popover } from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/IconButton";
import { EmojiPicker } from "./EmojiPicker";

/** The button that took the place of the plain one when it was pressed first, already open. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("messages");
  const [opened, setOpened] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const change = (open: boolean) => {
    // Closed by a key; a press elsewhere has taken the focus with it.
    if (!open && document.activeElement?.closest('[role="dialog"]')) button.current?.focus();
    setOpened(open);
  };
  return (
    <Popover opened={opened} onChange={change} position="top-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={IconMoodSmile}
          iconSize={22}
          ref={button}
          label={t("composer.emoji")}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("composer.emoji")}>
        <EmojiPicker
          onPick={(emoji) => {
            setOpened(false);
            onPick(emoji);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
