import { ActionIcon, Button } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToasts } from "@/lib/toasts";
import { Count } from "./Count";
import { Icon } from "./Icon";
import classes from "./Notices.module.css";
import { RelativeTime } from "./RelativeTime";
import { Sheet } from "./Sheet";
import { TOAST_ICONS } from "./Toaster";

/** The list of what the toasts said, for those who could not read that fast. */
export function Notices() {
  const { t } = useTranslation();
  const { history, markRead, clear } = useToasts();
  const [opened, setOpened] = useState(false);
  const unread = history.filter((toast) => !toast.read).length;
  const open = () => {
    setOpened(true);
    markRead();
  };
  return (
    <>
      <ActionIcon className={classes.bell} aria-label={t("notices.open", { count: unread })} onClick={open}>
        <Icon of={IconBell} />
        <span className={classes.count} aria-hidden="true">
          <Count value={unread} />
        </span>
      </ActionIcon>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t("notices.title")}>
        {history.length === 0 ? (
          <p className={classes.empty}>{t("notices.empty")}</p>
        ) : (
          <>
            <ul className={classes.list}>
              {history.map((toast) => (
                <li key={toast.id} className={classes.item} data-kind={toast.kind}>
                  <Icon of={TOAST_ICONS[toast.kind]} />
                  <span>{toast.text}</span>
                  <span className={classes.at}>
                    <RelativeTime at={toast.at} />
                  </span>
                </li>
              ))}
            </ul>
            <Button variant="default" fullWidth onClick={clear}>
              {t("notices.clear")}
            </Button>
          </>
        )}
      </Sheet>
    </>
  );
}
