import { useTranslation } from "react-i18next";
import { DeviceNotifications } from "@/shared/device-notifications/DeviceNotifications";
import { Sheet } from "@/ui/Sheet";
import { Shortcuts } from "../help/Shortcuts";
import { NewChat } from "../new-chat/NewChat";
import type { ListSheet } from "./ListMenu";

/** Sheets above the chat list. */
export function ListSheets({ sheet, onClose }: { sheet: ListSheet | "chat"; onClose: () => void }) {
  const { t } = useTranslation("messages");
  if (sheet === "shortcuts") return <Shortcuts onClose={onClose} />;
  if (sheet === "alerts") {
    return (
      <Sheet opened onClose={onClose} title={t("alerts.action")}>
        <DeviceNotifications />
      </Sheet>
    );
  }
  return <NewChat group={sheet === "group"} onClose={onClose} />;
}
