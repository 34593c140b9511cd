import { IconDeviceMobileMessage, IconMail, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { OutboxMessage } from "@/api/types";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { RelativeTime } from "@/ui/RelativeTime";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./OutboxScreen.module.css";

/** A stranger who tries the demo waits here for a code: new ones appear by themselves. */
const REFRESH_INTERVAL_MS = 3000;

/** Lists e-mails and text messages that the demo would have sent. */
export function OutboxScreen() {
  const { t } = useTranslation("demo");
  const letters = useQuery({
    queryKey: ["demo", "outbox"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/demo/outbox/"))).data,
    refetchInterval: (query) => (query.state.error ? false : REFRESH_INTERVAL_MS),
  });
  const absent = letters.error instanceof ApiError && letters.error.status === 404;
  return (
    <Screen
      title={t("outbox.title")}
      actions={
        <IconButton icon={IconRefresh} label={t("outbox.refresh")} onClick={() => letters.refetch()} />
      }
    >
      <div className={classes.page}>
        <p className={classes.lead}>{t("outbox.lead")}</p>
        {letters.isPending ? (
          <RowSkeletons rows={4} />
        ) : absent ? (
          <EmptyState title={t("outbox.absent")} text={t("outbox.absentText")} />
        ) : letters.isError && !letters.data ? (
          <ErrorState title={t("outbox.failed")} onRetry={() => letters.refetch()} />
        ) : letters.data?.length === 0 ? (
          <EmptyState title={t("outbox.empty")} text={t("outbox.emptyText")} />
        ) : (
          <ul className={classes.letters} aria-live="polite" aria-relevant="additions">
            {letters.data?.map((letter) => (
              <OutboxItem key={letter.id} letter={letter} />
            ))}
          </ul>
        )}
      </div>
    </Screen>
  );
}

function OutboxItem({ letter }: { letter: OutboxMessage }) {
  const { t } = useTranslation("demo");
  return (
    <li className={classes.letter}>
      <Icon of={letter.channel === "mail" ? IconMail : IconDeviceMobileMessage} />
      <div className={classes.words}>
        <p className={classes.head}>
          <span>
            {t(`outbox.${letter.channel}`)} <Bdi className={classes.to}>{letter.recipient}</Bdi>
          </span>
          <span className={classes.at}>
            <RelativeTime at={letter.created_at} />
          </span>
        </p>
        {letter.subject && <h2 className={classes.subject}>{letter.subject}</h2>}
        <p className={classes.body}>
          <Bdi>{letter.body}</Bdi>
        </p>
      </div>
    </li>
  );
}
