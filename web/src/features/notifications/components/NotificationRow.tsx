import { IconCheck, IconDots, IconTrash } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { companyOf, useUser } from "@/api/auth";
import { switchCompany } from "@/api/company";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import { RelativeTime } from "@/ui/RelativeTime";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { useBase } from "../hooks/useInbox";
import { useSwipeToDelete } from "../hooks/useSwipeToDelete";
import { companyToOpen, targetOf } from "../model/target";
import type { Notification } from "../types";
import { NotificationFace } from "./NotificationFace";
import classes from "./NotificationRow.module.css";
import { NotificationText } from "./NotificationText";

interface NotificationRowProps {
  notification: Notification;
  onOpen: () => void;
  /** Actions of the row. Without them it is only a link. */
  actions?: { onRead: () => void; onDelete: () => void };
}

export function NotificationRow({ notification, onOpen, actions }: NotificationRowProps) {
  const { t } = useTranslation("notifications");
  const base = useBase();
  const navigate = useNavigate();
  const { isMoving, handlers } = useSwipeToDelete(actions?.onDelete);
  const { read, at, subject } = notification;
  const path = targetOf(notification, base);
  const company = companyToOpen(notification, companyOf(useUser()));
  const open = (event: MouseEvent) => {
    onOpen();
    if (company === null) return;
    event.preventDefault();
    // A company that the account has left does not open: its page says so.
    switchCompany(company, path).catch(() => navigate(path));
  };
  return (
    <li
      className={classes.row}
      data-unread={read ? undefined : ""}
      data-moving={isMoving ? "" : undefined}
      {...handlers}
    >
      <Link to={path} className={classes.link} draggable={false} onClick={open}>
        <NotificationFace notification={notification} />
        <span className={classes.words}>
          {!read && <VisuallyHidden>{t("unread")} </VisuallyHidden>}
          <span>
            <NotificationText notification={notification} />
          </span>
          {subject?.comment && (
            <q className={classes.quote} dir="auto">
              {subject.comment}
            </q>
          )}
          <span className={classes.at}>
            {!read && <span className={classes.dot} aria-hidden="true" />}
            <RelativeTime at={at} />
          </span>
        </span>
      </Link>
      {actions && (
        <MenuButton className={classes.menu} label={t("actions")} icon={IconDots}>
          {(close) => (
            <>
              {!read && (
                <MenuItem
                  icon={IconCheck}
                  onClick={() => {
                    close();
                    actions.onRead();
                  }}
                >
                  {t("markRead")}
                </MenuItem>
              )}
              <MenuItem
                icon={IconTrash}
                danger
                onClick={() => {
                  close();
                  actions.onDelete();
                }}
              >
                {t("delete")}
              </MenuItem>
            </>
          )}
        </MenuButton>
      )}
    </li>
  );
}
