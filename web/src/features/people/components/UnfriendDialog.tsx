import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { Sheet } from "@/ui/Sheet";
import classes from "./sheets.module.css";

interface UnfriendDialogProps {
  user: UserCard;
  onPart: () => void;
  onClose: () => void;
}

/** Asked before a friendship ends: the way back needs the other's consent. */
export function UnfriendDialog({ user, onPart, onClose }: UnfriendDialogProps) {
  const { t } = useTranslation("people");
  return (
    <Sheet opened onClose={onClose} title={t("unfriend.title")}>
      <div className={classes.stack}>
        <p>{t("unfriend.text", { name: displayName(user) })}</p>
        <Button color="brick" onClick={onPart} data-autofocus>
          {t("unfriend.submit")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
