import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useZonedFormat, type ZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { Bdi } from "@/ui/Bdi";
import { announce } from "@/ui/LiveRegion";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { clockOf } from "../../model/clock";
import { midnight } from "../../reservations/model/dates";
import type { Slot } from "../../reservations/types";
import type { Calendar } from "../api";
import { type Gesture, useGridPointer } from "../hooks/useGridPointer";
import {
  type Column,
  type Content,
  contentOf,
  type Item,
  type itemsOf,
  type Shown,
  spanOf,
} from "../model/columns";
import { dateOf, hoursAround, type Minutes, minutesAt, onDate, STEP } from "../model/timeGrid";
import classes from "./Calendar.module.css";
import { ColumnContent, type Opening } from "./ColumnContent";
import { ItemCard } from "./ItemCard";

/** Height of an hour, as the style has it. */
const HOUR_PX = 60;
const SCROLL_MARGIN_PX = 24;
/** Length of a choice that was not extended. */
const CHOICE = 2 * STEP;

export interface TimeGridProps {
  calendar: Calendar;
  columns: readonly Column[];
  items: ReturnType<typeof itemsOf>;
  slots: readonly Slot[];
  shown: Shown;
  now: number;
  glowing: ReadonlySet<number>;
  /** Most cards beside each other. */
  lanes: number;
  mayMove: (item: Item) => boolean;
  onOpen: (item: Item) => void;
  onMore: (items: Item[]) => void;
  onDay: (date: string) => void;
  /** Empty time: a start without an end was tapped. */
  onChoose: (column: Column, start: number, end: number | null) => void;
  onMove: (item: Item, column: Column, start: number) => void;
}

/** Hours as rows, days or places as columns. */
export function TimeGrid(props: TimeGridProps) {
  const { calendar, columns, items, slots, shown, now, mayMove, onChoose, onMove } = props;
  const { t } = useTranslation("business-calendar");
  const zone = calendar.time_zone;
  const format = useZonedFormat(zone);
  const view = useRef<HTMLElement>(null);
  const contents = useMemo(
    () => columns.map((column) => contentOf(column, items, calendar, shown)),
    [columns, items, calendar, shown],
  );
  const openings = useMemo(() => columns.map((column) => openingOf(column, calendar)), [columns, calendar]);
  const hours = hoursAround([
    ...contents.flatMap((content) => [
      ...content.items,
      ...content.bands.filter(({ change }) => change.hours),
    ]),
    ...openings.flatMap((opening) => opening.open),
  ]);
  const rows = Array.from({ length: hours.last - hours.first }, (_, at) => hours.first + at);
  const hasAllDay = contents.some(({ allDay }) => allDay.length > 0);
  const known = partsByCard(contents);
  const choose = (at: number, minutes: Minutes, isExtended: boolean) => {
    const column = columns[at];
    if (column) onChoose(column, minutes.start, isExtended ? minutes.end : null);
  };
  const { gesture, handlers } = useGridPointer({
    view,
    firstMinute: hours.first * 60,
    hour: HOUR_PX,
    mayMove: (key, at) => {
      const one = known.get(cardIn(at, key));
      // A card is taken where it begins, not on the day after.
      const begins = one && dateOf(zone, spanOf(one.item).starts_at) === columns[at]?.date;
      return Boolean(begins && mayMove(one.item));
    },
    startOf: (key, at) => known.get(cardIn(at, key))?.start ?? 0,
    onTap: (at, minute) => choose(at, { start: minute, end: minute + STEP }, false),
    onSelect: (at, minutes) => choose(at, minutes, true),
    onMove: ({ key, origin, column: at, start }) => {
      const [item, column] = [known.get(cardIn(origin, key))?.item, columns[at]];
      if (item && column) onMove(item, column, start);
    },
  });
  const first = firstStart(contents, openings);
  useScrollTo(view, columns[0]?.date, first, hours.first);
  const style = { "--columns": columns.length, "--hours": rows.length } as CSSProperties;
  // The cursor stands in a cell of the grid, so each part names its own.
  const row = hasAllDay ? 3 : 2;
  const help = `calendar-help-${columns.length}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section ref={view} className={classes.scroll} aria-label={t("grid.label")} tabIndex={0} {...handlers}>
      <VisuallyHidden>
        <span id={help}>{t("grid.help")}</span>
      </VisuallyHidden>
      <div className={classes.plan} style={style} data-many={columns.length > 3 || undefined}>
        <div className={classes.corner}>
          <span className={classes.zone}>{zoneOf(format, calendar)}</span>
        </div>
        {columns.map((column) => (
          <Head
            key={column.key}
            column={column}
            calendar={calendar}
            isToday={dateOf(zone, new Date(now).toISOString()) === column.date}
            onDay={props.onDay}
          />
        ))}
        {hasAllDay && (
          <>
            <div className={classes.allDayLabel}>{t("grid.allDay")}</div>
            {columns.map((column, at) => (
              <ol key={column.key} className={classes.allDay} aria-label={nameOf(column, format, zone)}>
                {contents[at]?.allDay.map((item) => (
                  <li key={item.key}>
                    <ItemCard
                      item={item}
                      zone={zone}
                      shown={shown}
                      glowing={props.glowing}
                      onOpen={props.onOpen}
                    />
                  </li>
                ))}
              </ol>
            ))}
          </>
        )}
        <div className={classes.hours} style={{ gridRow: row, gridColumn: 1 }} aria-hidden="true">
          {rows.map((hour) => (
            <div key={hour} className={classes.hour}>
              {format.clock(hour * 60)}
            </div>
          ))}
        </div>
        {columns.map((column, at) => (
          <ColumnContent
            key={column.key}
            {...props}
            column={column}
            cell={{ gridRow: row, gridColumn: at + 2 }}
            label={nameOf(column, format, zone)}
            content={contents[at] as Content}
            opening={openings[at] as Opening}
            hours={hours}
            slots={slots.filter(({ starts_at }) => dateOf(zone, starts_at) === column.date)}
            gesture={gestureIn(gesture, at, known)}
            nowAt={minutesAt(zone, column.date, new Date(now).toISOString())}
          />
        ))}
        <Cursor
          columns={columns}
          hours={hours}
          zone={zone}
          help={help}
          row={row}
          first={first}
          onChoose={choose}
        />
      </div>
    </section>
  );
}

/** Name of a column for screen readers. */
const nameOf = ({ name, date }: Column, format: ZonedFormat, zone: string): string =>
  name ?? format.day(midnight(zone, date));

const zoneOf = (format: ZonedFormat, { days }: Calendar): string | null =>
  days[0] ? format.zone(days[0].starts_at) : null;

function openingOf(column: Column, { open, working, time_zone }: Calendar): Opening {
  const own = working.find(({ resource_id }) => resource_id === column.resource);
  const spans = own?.times ?? open;
  const parts = spans.map((span) => onDate(time_zone, column.date, span)).filter((part) => part !== null);
  // A company without opening hours has nothing to shade.
  return { open: parts, isKnown: own !== undefined || open.length > 0 };
}

/** First minute that is worth seeing: of the first card, else of the opening. */
function firstStart(contents: readonly Content[], openings: readonly Opening[]): number {
  const starts = [
    ...contents.flatMap(({ items }) => items.map(({ start }) => start)),
    ...openings.flatMap(({ open }) => open.map(({ start }) => start)).filter((start) => start > 0),
  ];
  return starts.length > 0 ? Math.min(...starts) : 9 * 60;
}

type Part = Minutes & { item: Item };

/** Key of a card in a column: in a day a block of the company stands in each. */
const cardIn = (column: number, key: string): string => `${column} ${key}`;

function partsByCard(contents: readonly Content[]): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  contents.forEach(({ items, bands }, at) => {
    for (const one of items) parts.set(cardIn(at, one.item.key), one);
    for (const { change, ...minutes } of bands) {
      const item: Item = { kind: "block", key: `block ${change.id}`, change };
      parts.set(cardIn(at, item.key), { ...minutes, item });
    }
  });
  return parts;
}

/** Part of a gesture in a column. */
function gestureIn(gesture: Gesture | null, at: number, known: ReadonlyMap<string, Part>): Minutes | null {
  if (gesture?.column !== at) return null;
  if (gesture.kind === "select") return gesture.minutes;
  const one = known.get(cardIn(gesture.origin, gesture.key));
  return one ? { start: gesture.start, end: gesture.start + one.end - one.start } : null;
}

interface HeadProps {
  column: Column;
  calendar: Calendar;
  isToday: boolean;
  onDay: (date: string) => void;
}

function Head({ column: { date, name }, calendar, isToday, onDay }: HeadProps) {
  const { t } = useTranslation("business-calendar");
  const format = useZonedFormat(calendar.time_zone);
  const day = calendar.days.find((one) => one.date === date);
  const isOpen = calendar.open.some((span) => onDate(calendar.time_zone, date, span) !== null);
  return (
    <h3 className={classes.column} data-today={isToday || undefined}>
      {name === null ? (
        <button
          type="button"
          className={`bare ${classes.date}`}
          aria-current={isToday ? "date" : undefined}
          onClick={() => onDay(date)}
        >
          {format.date(midnight(calendar.time_zone, date))}
        </button>
      ) : (
        <Bdi line>{name}</Bdi>
      )}
      {name === null && day?.is_special && (
        <span className={classes.special}>
          <Bdi line>{day.note || t(isOpen ? "grid.special" : "grid.closed")}</Bdi>
        </span>
      )}
    </h3>
  );
}

interface CursorProps {
  columns: readonly Column[];
  hours: { first: number; last: number };
  zone: string;
  help: string;
  row: number;
  first: number;
  onChoose: (column: number, minutes: Minutes, isExtended: boolean) => void;
}

/** Chosen time of the keyboard: arrows move it, Shift extends it, Enter opens it. */
function Cursor({ columns, hours, zone, help, row, first, onChoose }: CursorProps) {
  const { t } = useTranslation("business-calendar");
  const format = useZonedFormat(zone);
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState({ column: 0, start: first, end: first + CHOICE });
  const column = Math.min(at.column, columns.length - 1);
  const of = columns[column];
  const isExtended = at.end - at.start !== CHOICE;
  if (!of) return null;
  const label = (place: typeof at) => {
    const where = columns[place.column] ?? of;
    return t("grid.cursor", {
      place: nameOf(where, format, zone),
      from: format.clock(place.start),
      to: format.clock(place.end),
    });
  };
  const [least, most] = [hours.first * 60, hours.last * 60];
  const moved = (key: string, isShift: boolean): typeof at | null => {
    const { start, end } = at;
    const by = key === "ArrowUp" ? -STEP : key === "ArrowDown" ? STEP : 0;
    if (by !== 0 && isShift) return { column, start, end: Math.min(most, Math.max(start + STEP, end + by)) };
    if (by !== 0) {
      const next = Math.min(most - CHOICE, Math.max(least, start + by));
      return { column, start: next, end: next + CHOICE };
    }
    const side = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (side === 0) return null;
    const forward = getComputedStyle(button.current ?? document.body).direction === "rtl" ? -side : side;
    return { ...at, column: Math.min(columns.length - 1, Math.max(0, column + forward)) };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    announce(label(next));
    requestAnimationFrame(() => button.current?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  };
  const style = {
    "--start": at.start - least,
    "--length": at.end - at.start,
    gridColumn: column + 2,
    gridRow: row,
  } as CSSProperties;
  return (
    <button
      ref={button}
      type="button"
      className={`bare ${classes.cursor}`}
      style={style}
      aria-label={label({ ...at, column })}
      aria-describedby={help}
      onKeyDown={onKeyDown}
      onClick={() => onChoose(column, { start: at.start, end: at.end }, isExtended)}
    >
      {clockOf(at.start)}
    </button>
  );
}

/** Scrolls to the first thing of the shown dates. Dates that are looked at stay where they are. */
function useScrollTo(
  at: { readonly current: HTMLElement | null },
  date: string | undefined,
  first: number,
  firstHour: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each date
  useEffect(() => {
    if (at.current) at.current.scrollTop = ((first - firstHour * 60) / 60) * HOUR_PX - SCROLL_MARGIN_PX;
  }, [date]);
}
