import { Popover } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./NotificationBell.module.css";

const NewestNotifications = lazyPart(() =>
  import("./NewestNotifications").then((file) => file.NewestNotifications),
);

interface BellPopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The bell. */
  children: ReactNode;
}

/** The newest notifications, below the bell. */
export function BellPopover({ opened, onChange, children }: BellPopoverProps) {
  const { t } = useTranslation("notifications");
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label={t("title")} className={classes.dropdown}>
        <Suspense fallback={<RowSkeletons rows={3} />}>
          {opened && <NewestNotifications onClose={() => onChange(false)} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
