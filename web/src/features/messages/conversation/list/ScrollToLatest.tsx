import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CountBadge } from "@/ui/CountBadge";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import classes from "./ScrollToLatest.module.css";

export function ScrollToLatest({ count, onJump }: { count: number; onJump: () => void }) {
  const { t } = useTranslation("messages");
  const label = count > 0 ? t("jump.newest", { count }) : t("jump.end");
  return (
    <IconButton bare icon={IconArrowDown} className={classes.down} label={label} onClick={onJump}>
      {count > 0 && (
        <span className={classes.count}>
          <CountBadge value={count} />
        </span>
      )}
    </IconButton>
  );
}

export function ScrollToUnread({ count, onJump }: { count: number; onJump: () => void }) {
  const { t } = useTranslation("messages");
  return (
    <UnstyledButton className={classes.up} onClick={onJump}>
      <Icon of={IconArrowUp} size={18} />
      {t("jump.unread", { count })}
    </UnstyledButton>
  );
}
