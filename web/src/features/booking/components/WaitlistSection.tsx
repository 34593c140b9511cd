import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "@/lib/i18n";
import { toast } from "@/lib/toasts";
import { type Tone, ToneChip } from "@/shared/booking/components/StateChip";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { formatDate } from "@/shared/booking/model/dates";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { bookingKeys, leaveWaitlist } from "../api";
import { useWaitlist, useWaitlistOf } from "../hooks/useWaitlist";
import type { WaitlistEntry, WaitlistState } from "../types";
import { HoldTimer } from "./HoldTimer";
import cards from "./ReservationCard.module.css";
import classes from "./WaitlistSection.module.css";

/** Waitlist entries above the reservations. Nothing while there are none. */
export function WaitlistSection() {
  const { t } = useTranslation("booking");
  const id = useId();
  const { data: entries = [] } = useWaitlist();
  if (entries.length === 0) return null;
  const companies = [...new Set(entries.map(({ company }) => company.id))];
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t("waitlist.section")}
      </h2>
      {companies.map((company) => (
        <Follower key={company} company={company} />
      ))}
      <ul className={cards.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Follower({ company }: { company: number }) {
  useWaitlistOf(company);
  return null;
}

const TONE: Readonly<Record<WaitlistState, Tone>> = {
  waiting: "waiting",
  offered: "good",
  lapsed: "over",
};

function Entry({ entry }: { entry: WaitlistEntry }) {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  const queries = useQueryClient();
  const party = useParty();
  const { id, state, offering, company, date, check_out, starts_at, members, variant, ahead } = entry;
  const format = useZonedFormat(company.time_zone);
  const reread = () => void queries.invalidateQueries({ queryKey: bookingKeys.waitlist });
  const leave = useMutation({
    mutationFn: () => leaveWaitlist(id),
    onSuccess() {
      toast.success(t("waitlist.left"));
      reread();
    },
    onError: (error) => toast.error(t("waitlist.leaveFailed"), error),
  });
  const day = (text: string) => formatDate(tag, text, { weekday: "short", day: "numeric", month: "short" });
  const when = starts_at
    ? format.short(starts_at)
    : check_out
      ? t("when.stay", { from: day(date), to: day(check_out) })
      : t("waitlist.anyTimeOn", { day: day(date) });
  const file = offering.picture
    ? { id: offering.id, url: offering.picture, width: null, height: null, placeholder: null }
    : null;
  return (
    <li className={cards.card}>
      <div className={cards.picture}>
        <Picture picture={file} alt="" sizes="96px" ratio="1" category={offering.category} />
      </div>
      <div className={cards.words}>
        <div className={cards.head}>
          <h3 className={cards.name}>
            <Bdi>{offering.name}</Bdi>
          </h3>
          <ToneChip tone={TONE[state]}>{t(`waitlist.state.${state}`)}</ToneChip>
        </div>
        <span className={cards.note}>
          <Bdi>{company.name}</Bdi> · <Bdi>{company.city}</Bdi>
        </span>
        <span>{when}</span>
        <span className={cards.note}>
          {party(entry, t("party.count", { count: members }))}
          {variant && (
            <>
              {" · "}
              <Bdi>{variant}</Bdi>
            </>
          )}
          {state === "waiting" && ` · ${t("waitlist.ahead", { count: ahead })}`}
        </span>
        {state === "lapsed" && <span className={cards.note}>{t("waitlist.lapsedText")}</span>}
        {state === "offered" && entry.offer_expires_at && (
          <HoldTimer deadline={Date.parse(entry.offer_expires_at)} onEnd={reread} />
        )}
        <div className={classes.actions}>
          {state === "offered" && (
            <Button component={Link} to={`/reservations/${entry.booking_id}/accept`} color="terracotta">
              {t("waitlist.accept")}
            </Button>
          )}
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t(`waitlist.leave.${state}`)}
          </Button>
        </div>
      </div>
    </li>
  );
}
