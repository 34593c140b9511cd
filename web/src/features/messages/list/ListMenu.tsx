import {
  IconBellRinging,
  IconBuildingStore,
  IconKeyboard,
  IconUser,
  IconUsersPlus,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useUser } from "@/api/auth";
import { ContextMenu, MenuItem } from "@/ui/menu/ContextMenu";
import { useBasePath } from "../BasePathContext";
import { useInbox } from "../useChatStreams";

export type ListSheet = "group" | "alerts" | "shortcuts";

interface ListMenuProps {
  at: DOMRect;
  onOpen: (sheet: ListSheet) => void;
  onClose: () => void;
}

/** Menu for all chats. */
export function ListMenu({ at, onOpen, onClose }: ListMenuProps) {
  const { t } = useTranslation("messages");
  const navigate = useNavigate();
  const basePath = useBasePath();
  const employer = useUser()?.actsFor;
  const inbox = useInbox();
  const other = inbox === "company" ? "personal" : "company";
  const open = (sheet: ListSheet) => () => {
    onClose();
    onOpen(sheet);
  };
  return (
    <ContextMenu label={t("list.menu")} at={at} onClose={onClose}>
      {employer && (
        <MenuItem
          icon={other === "company" ? IconBuildingStore : IconUser}
          onClick={() => {
            onClose();
            navigate(other === "company" ? basePath : `${basePath}?inbox=personal`);
          }}
        >
          {t(`inbox.${other}`, { company: employer.firstName })}
        </MenuItem>
      )}
      {inbox === "personal" && (
        <MenuItem icon={IconUsersPlus} onClick={open("group")}>
          {t("group.new")}
        </MenuItem>
      )}
      <MenuItem icon={IconBellRinging} onClick={open("alerts")}>
        {t("alerts.action")}
      </MenuItem>
      <MenuItem icon={IconKeyboard} onClick={open("shortcuts")}>
        {t("help.title")}
      </MenuItem>
    </ContextMenu>
  );
}
