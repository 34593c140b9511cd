import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import type { Slot } from "../../reservations/types";
import type { Column, Content, Item, Shown } from "../model/columns";
import { closedParts, layOut, type Minutes, onDate } from "../model/timeGrid";
import classes from "./Calendar.module.css";
import { BandButton, ItemCard } from "./ItemCard";

export interface Opening {
  open: Minutes[];
  isKnown: boolean;
}

interface ColumnContentProps {
  column: Column;
  /** Place in the grid. */
  cell: CSSProperties;
  label: string;
  content: Content;
  opening: Opening;
  hours: { first: number; last: number };
  slots: readonly Slot[];
  gesture: Minutes | null;
  nowAt: number;
  calendar: { time_zone: string };
  shown: Shown;
  glowing: ReadonlySet<number>;
  lanes: number;
  onOpen: (item: Item) => void;
  onMore: (items: Item[]) => void;
}

/** Cards, blocks and free times of one column. */
export function ColumnContent(props: ColumnContentProps) {
  const { column, label, content, opening, hours, slots, gesture, nowAt, shown, glowing, lanes } = props;
  const { t } = useTranslation("business-calendar");
  const zone = props.calendar.time_zone;
  const format = useZonedFormat(zone);
  const least = hours.first * 60;
  const isWithin = nowAt >= least && nowAt <= hours.last * 60;
  const place = ({ start, end, lane = 0, lanes: of = 1 }: Minutes & { lane?: number; lanes?: number }) =>
    ({
      "--start": Math.max(start, least) - least,
      "--length": Math.min(end, hours.last * 60) - Math.max(start, least),
      "--lane": lane,
      "--lanes": of,
    }) as CSSProperties;
  const laid = layOut(content.items, lanes);
  const own =
    column.resource === null
      ? slots
      : slots.filter(({ resources }) => resources.includes(column.resource ?? 0));
  const free = own.filter(({ left }) => left > 0);
  const marks = (column.resource === null ? slots : own).map((slot) => ({
    slot,
    part: onDate(zone, column.date, slot),
  }));
  return (
    <ol className={classes.lane} style={props.cell} data-column={column.key} aria-label={label}>
      {opening.isKnown &&
        closedParts(opening.open, hours).map((part) => (
          <li key={part.start} className={classes.closed} style={place(part)} aria-hidden="true" />
        ))}
      {content.bands.map(({ change, ...part }) => (
        <li
          key={change.id}
          className={classes.band}
          style={place(part)}
          data-extra={change.available || undefined}
        >
          {(change.hours || change.available) && (
            <BandButton change={change} zone={zone} shown={shown} onOpen={props.onOpen} />
          )}
        </li>
      ))}
      {marks.map(({ slot, part }) =>
        part ? (
          <li
            key={slot.starts_at}
            className={classes.slot}
            style={place(part)}
            data-full={slot.left === 0 || undefined}
            aria-hidden="true"
          />
        ) : null,
      )}
      {marks.length > 0 && (
        <li>
          <VisuallyHidden>{t("grid.free", { count: free.length })}</VisuallyHidden>
        </li>
      )}
      {laid.placed.map(({ item, ...part }) => (
        <li key={item.key} className={classes.place} style={place(part)}>
          <ItemCard
            item={item}
            zone={zone}
            shown={shown}
            glowing={glowing}
            isShort={part.end - part.start <= 45}
            onOpen={props.onOpen}
          />
        </li>
      ))}
      {laid.more.map(({ items, ...part }) => (
        <li key={items[0]?.key} className={classes.place} style={place(part)}>
          <button
            type="button"
            className={`bare ${classes.more}`}
            aria-label={t("grid.moreLabel", {
              count: items.length,
              place: label,
              time: format.clock(part.start),
            })}
            onClick={() => props.onMore(items)}
          >
            {t("grid.more", { count: items.length })}
          </button>
        </li>
      ))}
      {gesture && (
        <li className={classes.choice} style={place(gesture)} aria-hidden="true">
          {format.clock(gesture.start)} – {format.clock(gesture.end)}
        </li>
      )}
      {isWithin && (
        <li
          className={classes.now}
          style={{ "--start": nowAt - least } as CSSProperties}
          aria-hidden="true"
        />
      )}
    </ol>
  );
}
