import { Button } from "@mantine/core";
import { IconCalendarPlus, IconCopy, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/copyText";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import forms from "@/shared/forms/forms.module.css";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextField } from "@/ui/TextField";
import { bookingKeys, endCalendarFeed, readCalendarFeed, renewCalendarFeed } from "../api";
import type { CalendarSubscription } from "../types";

/** Link that a calendar subscribes to. */
export function CalendarSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("booking");
  const feed = useQuery({
    queryKey: bookingKeys.calendarFeed,
    queryFn: readCalendarFeed,
    enabled: opened,
    // The link is known only to the page that made it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Sheet opened={opened} onClose={onClose} title={t("feed.title")}>
      {feed.data ? (
        <Subscription feed={feed.data} />
      ) : feed.isError ? (
        <ErrorState title={t("feed.failed")} onRetry={() => void feed.refetch()} />
      ) : (
        <RowSkeletons rows={2} />
      )}
    </Sheet>
  );
}

function Subscription({ feed: { url, created_at } }: { feed: CalendarSubscription }) {
  const { t } = useTranslation("booking");
  const format = useFormat();
  const queries = useQueryClient();
  const show = (feed: CalendarSubscription) => queries.setQueryData(bookingKeys.calendarFeed, feed);
  const renew = useMutation({
    mutationFn: renewCalendarFeed,
    onSuccess: show,
  });
  const end = useMutation({
    mutationFn: endCalendarFeed,
    onSuccess: () => show({ url: null, created_at: null }),
  });
  const copy = () =>
    copyText(url ?? "").then(
      () => toast.success(t("share.copied")),
      () => toast.error(t("share.failed")),
    );
  return (
    <div className={forms.form}>
      <p>{t("feed.lead")}</p>
      {url ? (
        <>
          <TextField
            readOnly
            label={t("feed.link")}
            description={t("feed.once")}
            value={url}
            dir="ltr"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button leftSection={<Icon of={IconCopy} />} onClick={copy}>
            {t("feed.copy")}
          </Button>
          <Button
            component="a"
            href={url.replace(/^https?:/, "webcal:")}
            variant="default"
            leftSection={<Icon of={IconCalendarPlus} />}
          >
            {t("feed.open")}
          </Button>
        </>
      ) : (
        created_at && <p>{t("feed.active", { date: format.date(created_at) })}</p>
      )}
      <ActionError error={renew.error ?? end.error} text={t("feed.changeFailed")} />
      <Button
        variant={created_at ? "default" : "filled"}
        leftSection={<Icon of={created_at ? IconRefresh : IconCalendarPlus} />}
        loading={renew.isPending}
        onClick={() => {
          end.reset();
          renew.mutate();
        }}
      >
        {t(created_at ? "feed.renew" : "feed.make")}
      </Button>
      {created_at && (
        <Button
          variant="subtle"
          color="brick"
          loading={end.isPending}
          onClick={() => {
            renew.reset();
            end.mutate();
          }}
        >
          {t("feed.end")}
        </Button>
      )}
    </div>
  );
}
