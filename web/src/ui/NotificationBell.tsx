import { IconBell } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useToasts } from "@/lib/toasts";
import { CountBadge } from "./CountBadge";
import { IconButton } from "./IconButton";
import classes from "./NotificationBell.module.css";

const NotificationList = lazy(() =>
  import("./NotificationList").then((file) => ({ default: file.NotificationList })),
);

/** The bell: behind it is the list of what the toasts said, for those who could not read that fast. */
export function NotificationBell() {
  const { t } = useTranslation();
  const { history, markRead } = useToasts();
  // Null until the first opening, which fetches the list's code.
  const [opened, setOpened] = useState<boolean | null>(null);
  const unread = history.filter((toast) => !toast.read).length;
  const open = () => {
    setOpened(true);
    markRead();
  };
  return (
    <>
      <IconButton
        className={classes.bell}
        icon={IconBell}
        label={t("notices.open", { count: unread })}
        tooltip={t("notices.title")}
        onClick={open}
      >
        <span className={classes.count} aria-hidden="true">
          <CountBadge value={unread} />
        </span>
      </IconButton>
      {opened !== null && (
        <Suspense>
          <NotificationList opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
