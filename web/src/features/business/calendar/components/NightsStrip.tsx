import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Bdi } from "@/ui/Bdi";
import { midnight } from "../../reservations/model/dates";
import type { Calendar, Room } from "../api";
import type { Group, Shown } from "../model/columns";
import { chosenNights, groupsOn, nightState, type RoomNights } from "../model/nights";
import classes from "./Nights.module.css";

interface NightsStripProps {
  calendar: Calendar;
  shown: Shown;
  today: string;
  mayClose: boolean;
  groups: readonly Group[];
  onNights: (nights: RoomNights) => void;
  onGroup: (group: Group) => void;
}

/** Rooms and departures as rows, days as columns: what is taken, free and closed. */
export function NightsStrip({
  calendar,
  shown,
  today,
  mayClose,
  groups,
  onNights,
  onGroup,
}: NightsStripProps) {
  const { t } = useTranslation("business-calendar");
  const zone = calendar.time_zone;
  const format = useZonedFormat(zone);
  const rooms = calendar.rooms.filter(
    ({ offering_id }) => shown.offering === null || offering_id === shown.offering,
  );
  const departures = [...new Map(groups.map((group) => [group.offering, group.name]))];
  if (rooms.length === 0 && departures.length === 0)
    return <EmptyState title={t("nights.empty")} text={t("nights.emptyText")} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={classes.scroll} aria-label={t("nights.label")} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              {t("nights.room")}
            </th>
            {calendar.days.map(({ date }) => (
              <th key={date} scope="col" data-today={date === today || undefined}>
                {format.date(midnight(zone, date))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <RoomRow
              key={room.variant_id}
              room={room}
              name={nameOf(room, rooms, shown)}
              zone={zone}
              mayClose={mayClose}
              onNights={onNights}
            />
          ))}
          {departures.map(([offering, name]) => (
            <tr key={offering}>
              <th scope="row">
                <Bdi line>{name}</Bdi>
              </th>
              {calendar.days.map(({ date }) => (
                <td key={date} className={classes.dates}>
                  {groupsOn(
                    groups.filter((group) => group.offering === offering),
                    date,
                    calendar,
                  ).map((group) => (
                    <Departure key={group.key} group={group} date={date} zone={zone} onGroup={onGroup} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.legend}>{t(mayClose ? "nights.help" : "nights.legend")}</p>
    </section>
  );
}

/** Type of room, named with its hotel's offering if there are several. */
function nameOf(room: Room, rooms: readonly Room[], { offerings }: Shown): string {
  const offering = offerings.find(({ id }) => id === room.offering_id)?.name ?? "";
  const isOne = rooms.filter(({ offering_id }) => offering_id === room.offering_id).length === 1;
  return isOne || !room.name ? offering || room.name : `${offering} · ${room.name}`;
}

interface RoomRowProps {
  room: Room;
  name: string;
  zone: string;
  mayClose: boolean;
  onNights: (nights: RoomNights) => void;
}

/** Nights of a room. A drag, or arrows with Shift, choose several. */
function RoomRow({ room, name, zone, mayClose, onNights }: RoomRowProps) {
  const { t } = useTranslation("business-calendar");
  const format = useZonedFormat(zone);
  const row = useRef<HTMLTableRowElement>(null);
  const [active, setActive] = useState(0);
  const [choice, setChoice] = useState<{ from: number; to: number } | null>(null);
  const isDragging = useRef(false);
  const { nights } = room;
  const open = (from: number, to: number) => {
    const [one, other] = [nights[from]?.date, nights[to]?.date];
    if (one && other) onNights(chosenNights(room, name, one, other));
    setChoice(null);
  };
  const chosen = useRef({ choice, open });
  chosen.current = { choice, open };
  useEffect(() => {
    const onUp = () => {
      const { choice: last, open: show } = chosen.current;
      if (!isDragging.current) return;
      isDragging.current = false;
      if (last && last.from !== last.to) show(last.from, last.to);
      else setChoice(null);
    };
    window.addEventListener("pointerup", onUp);
    return () => window.removeEventListener("pointerup", onUp);
  }, []);
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const side = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (side === 0) return;
    event.preventDefault();
    const isRtl = row.current !== null && getComputedStyle(row.current).direction === "rtl";
    const next = Math.min(nights.length - 1, Math.max(0, at + (isRtl ? -side : side)));
    setActive(next);
    setChoice(event.shiftKey ? { from: choice?.from ?? at, to: next } : null);
    row.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
  };
  const isChosen = (at: number) =>
    choice !== null && at >= Math.min(choice.from, choice.to) && at <= Math.max(choice.from, choice.to);
  const onPointerDown = (event: PointerEvent, at: number) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    isDragging.current = true;
    setChoice({ from: at, to: at });
  };
  return (
    <tr ref={row}>
      <th scope="row">
        <Bdi line>{name}</Bdi>
      </th>
      {nights.map((night, at) => {
        const { date, left, capacity } = night;
        const state = nightState(night);
        const taken = capacity - left;
        const label = t(state === "closed" ? "nights.cellClosed" : "nights.cell", {
          room: name,
          day: format.date(midnight(zone, date)),
          taken,
          capacity,
        });
        const text = state === "closed" && taken === 0 ? t("nights.closed") : `${taken}/${capacity}`;
        return (
          <td key={date} data-state={state} data-chosen={isChosen(at) || undefined}>
            <button
              type="button"
              className={`bare ${classes.night}`}
              tabIndex={at === Math.min(active, nights.length - 1) ? 0 : -1}
              aria-label={label}
              aria-disabled={!mayClose || undefined}
              onFocus={() => setActive(at)}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPointerDown={(event) => onPointerDown(event, at)}
              onPointerEnter={() => isDragging.current && choice && setChoice({ ...choice, to: at })}
              onClick={() =>
                mayClose && (isChosen(at) && choice ? open(choice.from, choice.to) : open(at, at))
              }
            >
              {text}
            </button>
          </td>
        );
      })}
    </tr>
  );
}

interface DepartureProps {
  group: Group;
  date: string;
  zone: string;
  onGroup: (group: Group) => void;
}

function Departure({ group, date, zone, onGroup }: DepartureProps) {
  const { t } = useTranslation("business-calendar");
  const format = useZonedFormat(zone);
  const { occurrence, reservations, name, starts_at } = group;
  const people = reservations.reduce((total, { members }) => total + members, 0);
  const count = occurrence?.capacity == null ? String(people) : `${occurrence.taken}/${occurrence.capacity}`;
  const text = occurrence?.is_cancelled ? t("group.cancelled") : count;
  return (
    <button
      type="button"
      className={`bare ${classes.departure}`}
      data-cancelled={occurrence?.is_cancelled || undefined}
      aria-label={`${name}, ${format.date(midnight(zone, date))}, ${format.time(starts_at)}: ${text}`}
      onClick={() => onGroup(group)}
    >
      <span>{format.time(starts_at)}</span>
      <span>{text}</span>
    </button>
  );
}
