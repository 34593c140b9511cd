import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { TONE } from "@/shared/booking/components/StateChip";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { IconButton } from "@/ui/IconButton";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextField } from "@/ui/TextField";
import { useResources } from "../../catalogue/api";
import { useBookableOfferings, useDay } from "../api";
import { useReservationText } from "../hooks/useReservationText";
import { isDate, midnight, plusDays, today } from "../model/dates";
import {
  type Block,
  type Column,
  type DayLayout,
  layoutDay,
  nextStart,
  standingColumns,
} from "../model/dayLayout";
import type { Reservation } from "../types";
import classes from "./DayView.module.css";

const MINUTE = 60_000;
const HOUR_MS = 3_600_000;

interface DayViewProps {
  company: { id: number; time_zone: string };
  date: string;
  glowing: ReadonlySet<number>;
  onDate: (date: string) => void;
  onOpen: (id: number) => void;
}

/** Plan of a day: a column for each table, room type or member of staff, a row for each hour. */
export function DayView({ company, date, glowing, onDate, onOpen }: DayViewProps) {
  const { t } = useTranslation("reservations");
  const zone = company.time_zone;
  const format = useZonedFormat(zone);
  const offerings = useBookableOfferings(company.id);
  const reservations = useDay(date, zone, offerings.data);
  const range = { from: midnight(zone, date), to: midnight(zone, plusDays(date, 1)) };
  const failed = [offerings, reservations].find(({ isError }) => isError);
  // Members who may not see the resources have the columns of the reservations only.
  const resources = useResources();
  const standing =
    resources.data && offerings.data
      ? standingColumns({ resources: resources.data, offerings: offerings.data })
      : [];
  const layout =
    reservations.data && !resources.isPending ? layoutDay(reservations.data, range, standing) : undefined;
  return (
    <>
      <div className={classes.head}>
        <IconButton
          icon={IconChevronLeft}
          directed
          label={t("day.previous")}
          onClick={() => onDate(plusDays(date, -1))}
        />
        <TextField
          type="date"
          aria-label={t("day.date")}
          value={date}
          onChange={({ currentTarget: { value } }) => isDate(value) && onDate(value)}
        />
        <IconButton
          icon={IconChevronRight}
          directed
          label={t("day.next")}
          onClick={() => onDate(plusDays(date, 1))}
        />
        <Button variant="default" disabled={date === today(zone)} onClick={() => onDate(today(zone))}>
          {t("day.today")}
        </Button>
        <h2 className={classes.heading}>{format.longDay(range.from)}</h2>
      </div>
      {layout ? (
        layout.columns.length > 0 ? (
          <Plan layout={layout} from={range.from} zone={zone} glowing={glowing} onOpen={onOpen} />
        ) : (
          <EmptyState title={t("day.empty")} text={t("day.emptyText")} />
        )
      ) : failed ? (
        <ErrorState title={t("failed")} onRetry={() => void failed.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </>
  );
}

interface PlanProps {
  layout: DayLayout;
  /** Midnight. */
  from: number;
  zone: string;
  glowing: ReadonlySet<number>;
  onOpen: (id: number) => void;
}

function Plan({ layout, from, zone, glowing, onOpen }: PlanProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const { columns, firstHour, lastHour, hasStays } = layout;
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  const now = useMinutesSince(from);
  const isShown = now >= firstHour * 60 && now <= lastHour * 60;
  const style = { "--columns": columns.length, "--hours": hours.length } as CSSProperties;
  const view = useRef<HTMLElement>(null);
  useScrollToNext(view, from, nextStart(columns, now));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section ref={view} className={classes.scroll} aria-label={t("day.plan")} tabIndex={0}>
      <div className={classes.plan} style={style}>
        <div className={classes.corner} />
        {columns.map(({ key, name }) => (
          <h3 key={key} className={classes.column}>
            <Bdi line>{name}</Bdi>
          </h3>
        ))}
        {hasStays && (
          <>
            <div className={classes.hour}>{t("day.stays")}</div>
            {columns.map(({ key, stays }) => (
              <div key={key} className={classes.stays}>
                {stays.map((one) => (
                  <BlockButton
                    key={one.id}
                    reservation={one}
                    when={`${format.date(one.starts_at)} – ${format.date(one.ends_at)}`}
                    glows={glowing.has(one.id)}
                    onOpen={onOpen}
                  />
                ))}
              </div>
            ))}
          </>
        )}
        <div className={classes.hours} aria-hidden="true">
          {hours.map((hour) => (
            <div key={hour} className={classes.hour}>
              {format.time(from + hour * HOUR_MS)}
            </div>
          ))}
        </div>
        {columns.map((column) => (
          <Lane
            key={column.key}
            column={column}
            firstHour={firstHour}
            zone={zone}
            glowing={glowing}
            onOpen={onOpen}
          >
            {isShown && (
              <div className={classes.now} style={{ "--start": now - firstHour * 60 } as CSSProperties} />
            )}
          </Lane>
        ))}
      </div>
    </section>
  );
}

interface LaneProps extends Pick<PlanProps, "zone" | "glowing" | "onOpen"> {
  column: Column;
  firstHour: number;
  children: ReactNode;
}

function Lane({ column: { name, blocks }, firstHour, zone, glowing, onOpen, children }: LaneProps) {
  const format = useZonedFormat(zone);
  const place = ({ start, end, lane, lanes }: Block) =>
    ({
      "--start": start - firstHour * 60,
      "--length": end - start,
      "--lane": lane,
      "--lanes": lanes,
    }) as CSSProperties;
  return (
    <ol className={classes.lane} aria-label={name}>
      {blocks.map((block) => (
        <li
          key={block.reservation.id}
          className={classes.place}
          style={place(block)}
          data-start={block.start}
        >
          <BlockButton
            reservation={block.reservation}
            when={`${format.time(block.reservation.starts_at)} – ${format.time(block.reservation.ends_at)}`}
            glows={glowing.has(block.reservation.id)}
            onOpen={onOpen}
          />
        </li>
      ))}
      {children && <li aria-hidden="true">{children}</li>}
    </ol>
  );
}

interface BlockButtonProps {
  reservation: Reservation;
  when: string;
  glows: boolean;
  onOpen: (id: number) => void;
}

function BlockButton({ reservation, when, glows, onOpen }: BlockButtonProps) {
  const { t } = useTranslation("reservations");
  const party = useParty();
  const text = useReservationText();
  const { id, state, customer_name, members } = reservation;
  const items = text.items(reservation);
  return (
    <button
      type="button"
      className={`bare ${classes.block}`}
      data-tone={TONE[state]}
      data-glow={glows ? "" : undefined}
      onClick={() => onOpen(id)}
    >
      <Bdi line className={classes.name}>
        {customer_name}
      </Bdi>
      <span className={classes.facts}>
        {when} · {party(reservation, t("party", { count: members }))}
      </span>
      <span className={classes.facts}>
        {[t(`state.${state}`), text.payment(reservation)].filter(Boolean).join(" · ")}
      </span>
      {items && (
        <Bdi line className={classes.facts}>
          {items}
        </Bdi>
      )}
    </button>
  );
}

/** Space above the reservation that is scrolled to: the names of the columns and a bit of the time before. */
const SCROLL_MARGIN = 96;

/** Scrolls the plan of a day to the next reservation. A plan that is looked at stays where it is. */
function useScrollToNext(at: RefObject<HTMLElement | null>, day: number, start: number | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day
  useEffect(() => {
    const view = at.current;
    const block = view?.querySelector(`[data-start="${start}"]`);
    if (!view || !block) return;
    view.scrollTop += block.getBoundingClientRect().top - view.getBoundingClientRect().top - SCROLL_MARGIN;
  }, [day]);
}

/** Minutes since an instant, kept up to date. */
function useMinutesSince(from: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (now - from) / MINUTE;
}
