import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { ToneChip } from "@/shared/booking/components/StateChip";
import { useParty } from "@/shared/booking/hooks/useParty";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { useWaitlist, type WaitingCustomer } from "../waitlistApi";
import classes from "./WaitlistSheet.module.css";

/** Customers who wait for room, with their contact. */
export function WaitlistSheet({ zone, onClose }: { zone: string; onClose: () => void }) {
  const { t } = useTranslation("reservations");
  const { data, isError, refetch } = useWaitlist();
  return (
    <Sheet opened onClose={onClose} title={t("waitlist.title")}>
      {data ? (
        data.items.length > 0 ? (
          <ol className={classes.list}>
            {data.items.map((one) => (
              <Row key={one.id} one={one} zone={zone} />
            ))}
          </ol>
        ) : (
          <EmptyState title={t("waitlist.empty")} text={t("waitlist.emptyText")} />
        )
      ) : isError ? (
        <ErrorState title={t("waitlist.failed")} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons rows={3} />
      )}
    </Sheet>
  );
}

function Row({ one, zone }: { one: WaitingCustomer; zone: string }) {
  const party = useParty();
  const { t } = useTranslation("reservations");
  const { tag } = useLanguage();
  const format = (at: string | Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone, numberingSystem: "latn" }).format(new Date(at));
  const date = { weekday: "short", day: "numeric", month: "short" } as const;
  const day = (text: string) => format(`${text}T12:00:00Z`, "UTC", date);
  const when = one.starts_at
    ? format(one.starts_at, zone, { ...date, hour: "numeric", minute: "2-digit" })
    : one.check_out
      ? t("waitlist.stay", { from: day(one.date), to: day(one.check_out) })
      : t("waitlist.anyTime", { day: day(one.date) });
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>
          <Bdi>{one.customer_name}</Bdi>
        </strong>
        <ToneChip tone={one.state === "offered" ? "good" : "waiting"}>
          {t(one.state === "offered" ? "waitlist.offered" : "waitlist.waiting")}
        </ToneChip>
      </div>
      <span>{when}</span>
      <span className={classes.note}>
        <Bdi>{one.offering.name}</Bdi>
        {one.variant && (
          <>
            {" · "}
            <Bdi>{one.variant}</Bdi>
          </>
        )}
        {` · ${party(one, t("waitlist.party", { count: one.members }))}`}
      </span>
      <span className={classes.note}>
        <a href={`tel:${one.contact_number}`} className={classes.contact}>
          <bdi dir="ltr">{one.contact_number}</bdi>
        </a>
        <a href={`mailto:${one.email}`} className={classes.contact}>
          <bdi dir="ltr">{one.email}</bdi>
        </a>
      </span>
    </li>
  );
}
