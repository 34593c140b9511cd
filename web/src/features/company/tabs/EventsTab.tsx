import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { usePageParams } from "@/lib/usePageParams";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import { ErrorState } from "@/ui/ErrorState";
import { readEvents } from "../api";
import { EventCalendar } from "../components/EventCalendar";
import { MoreButton } from "../components/MoreButton";
import { useCompany } from "../hooks/useCompany";
import { usePages } from "../hooks/usePages";
import { type EventDay, groupByDay } from "../model/events";
import classes from "./EventsTab.module.css";

/** `/companies/:companyId/events`: calendar and upcoming events by day. `?day=` shows one day. */
export function EventsTab() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const [params, setParams] = usePageParams();
  const events = usePages(["company", "events", company.id], (page) => readEvents(company.id, page));
  if (events.isPending) {
    return (
      <div className={classes.events}>
        <Skeleton height={320} radius="lg" />
        <OfferingSkeletons layout="row" count={4} />
      </div>
    );
  }
  if (!events.data) return <ErrorState title={t("events.failed")} onRetry={() => void events.refetch()} />;
  const days = groupByDay(
    events.data.pages.flatMap(({ items }) => items),
    company.time_zone,
  );
  if (days.length === 0) return <EmptyState title={t("events.empty")} text={t("events.emptyText")} />;
  const chosen = params.get("day");
  const shown = days.some(({ date }) => date === chosen) ? days.filter(({ date }) => date === chosen) : days;
  const choose = (day: string | null) => setParams(day ? { day } : {});
  return (
    <div className={classes.events}>
      <EventCalendar days={days} chosen={shown.length < days.length ? chosen : null} onChoose={choose} />
      <div className={classes.list}>
        {shown.map((day) => (
          <Day key={day.date} day={day} />
        ))}
        <MoreButton query={events} />
      </div>
    </div>
  );
}

function Day({ day }: { day: EventDay }) {
  const { tag } = useLanguage();
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC", numberingSystem: "latn" }).format(
      Date.parse(day.date),
    );
  const id = `day-${day.date}`;
  return (
    <section className={classes.day} aria-labelledby={id}>
      <h2 id={id} className={classes.date}>
        {format({ weekday: "long", day: "numeric", month: "long" })}
      </h2>
      <ul className={classes.occurrences}>
        {day.occurrences.map(({ id, starts_at, left, offering }) => (
          <li key={id}>
            <OfferingCard
              offering={{ ...offering, next_at: starts_at, sold_out: left === 0 }}
              occurrence={id}
              layout="row"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
