import { Button } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IconButton } from "@/ui/IconButton";
import { RowSkeletons } from "@/ui/Skeletons";
import { NotificationRow } from "./components/NotificationRow";
import rowClasses from "./components/NotificationRow.module.css";
import { useBase, useInbox } from "./hooks/useInbox";
import { useNotificationActions } from "./hooks/useNotificationActions";
import classes from "./NotificationBell.module.css";

const SHOWN = 8;

/** The newest notifications behind the bell, and the way to all. */
export function NewestNotifications({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("notifications");
  const base = useBase();
  const { state } = useInbox();
  const { read } = useNotificationActions();
  const newest = state?.newest.slice(0, SHOWN) ?? [];
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t("title")}</h2>
        {state && state.unread > 0 && (
          <IconButton icon={IconChecks} label={t("markAllRead")} onClick={() => read(null)} />
        )}
      </div>
      <div className={classes.scroll}>
        {!state ? (
          <RowSkeletons rows={3} />
        ) : newest.length === 0 ? (
          <p className={classes.empty}>{t("empty")}</p>
        ) : (
          <ul className={rowClasses.list}>
            {newest.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                onOpen={() => {
                  if (!notification.read) read([notification.id]);
                  onClose();
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <Button
        component={Link}
        to={`${base}/notifications`}
        variant="default"
        fullWidth
        className={classes.all}
        onClick={onClose}
      >
        {t("showAll")}
      </Button>
    </>
  );
}
