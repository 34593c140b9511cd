import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useToasts } from "@/lib/toasts";
import { Icon } from "./Icon";
import classes from "./NotificationBell.module.css";
import { RelativeTime } from "./RelativeTime";
import { Sheet } from "./Sheet";
import { TOAST_ICONS } from "./Toaster";

export function NotificationList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { history, clear } = useToasts();
  return (
    <Sheet opened={opened} onClose={onClose} title={t("notices.title")}>
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
  );
}
