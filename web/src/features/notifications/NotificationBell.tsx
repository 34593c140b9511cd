import { IconBell } from "@tabler/icons-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { usePhone } from "@/ui/breakpoints";
import { CountBadge } from "@/ui/CountBadge";
import { IconButton } from "@/ui/IconButton";
import { announce } from "@/ui/LiveRegion";
import { useFollowCompany } from "./hooks/useFollowCompany";
import { useBase, useInbox } from "./hooks/useInbox";
import { useReadOnVisit } from "./hooks/useReadOnVisit";
import { useRereadOnNotice } from "./hooks/useRereadOnNotice";
import classes from "./NotificationBell.module.css";

const BellPopover = lazyPart(() => import("./BellPopover").then((file) => file.BellPopover));

/** Number of unread notifications. It opens the newest; on a phone, the screen with all. */
export function NotificationBell() {
  const { t } = useTranslation("notifications");
  const phone = usePhone();
  const base = useBase();
  const { pathname } = useLocation();
  const unread = useInbox().state?.unread ?? 0;
  const [opened, setOpened] = useState(false);
  useReadOnVisit();
  useRereadOnNotice();
  useFollowCompany();
  useAnnouncement(unread);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on each navigation
  useEffect(() => setOpened(false), [pathname]);

  const bell = (
    <IconButton
      className={classes.bell}
      icon={IconBell}
      label={t("bell", { count: unread })}
      tooltip={t("title")}
      to={phone ? `${base}/notifications` : undefined}
      onClick={phone ? undefined : () => setOpened(!opened)}
    >
      <span className={classes.count} aria-hidden="true">
        <CountBadge value={unread} />
      </span>
    </IconButton>
  );
  if (phone) return bell;
  return (
    <Suspense fallback={bell}>
      <BellPopover opened={opened} onChange={setOpened}>
        {bell}
      </BellPopover>
    </Suspense>
  );
}

/** Reads a higher count out. */
function useAnnouncement(unread: number) {
  const { t } = useTranslation("notifications");
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (last.current !== null && unread > last.current) announce(t("bell", { count: unread }));
    last.current = unread;
  }, [unread, t]);
}
