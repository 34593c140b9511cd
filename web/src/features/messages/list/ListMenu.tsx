import { IconBellRinging, IconKeyboard, IconUsersPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ContextMenu, MenuItem } from "@/ui/menu/ContextMenu";

export type ListSheet = "group" | "alerts" | "shortcuts";

interface ListMenuProps {
  at: DOMRect;
  onOpen: (sheet: ListSheet) => void;
  onClose: () => void;
}

/** Menu for all chats. */
export function ListMenu({ at, onOpen, onClose }: ListMenuProps) {
  const { t } = useTranslation("messages");
  const open = (sheet: ListSheet) => () => {
    onClose();
    onOpen(sheet);
  };
  return (
    <ContextMenu label={t("list.menu")} at={at} onClose={onClose}>
      <MenuItem icon={IconUsersPlus} onClick={open("group")}>
        {t("group.new")}
      </MenuItem>
      <MenuItem icon={IconBellRinging} onClick={open("alerts")}>
        {t("alerts.action")}
      </MenuItem>
      <MenuItem icon={IconKeyboard} onClick={open("shortcuts")}>
        {t("help.title")}
      </MenuItem>
    </ContextMenu>
  );
}
