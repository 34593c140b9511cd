// Blocks: time without new bookings, for the whole company, one resource or one offering.

import { partsOf } from "../../catalogue/model/availability";
import { datesBetween } from "../../catalogue/model/dates";
import { storedEnd } from "../../catalogue/model/schedule";
import { clockOf, DAY, minutesOf } from "../../model/clock";
import { isDate } from "../../reservations/model/dates";
import type { Reservation } from "../../reservations/types";
import type { BlockForm, Change } from "../api";
import { dateOf, type Minutes, onDate } from "./timeGrid";

/** Owner of a block, as the value of a field. */
export type Target = "company" | `resource ${number}` | `offering ${number}`;

export const NOTE_MAX = 200;
/** The server's limit of one request. */
export const DATES_MAX = 92;

/** Block as its form has it. */
export interface Draft {
  target: Target;
  date: string;
  /** Last date of whole days. */
  until: string;
  allDay: boolean;
  /** Times of the clock. An end that is not after the start is on the next day. */
  starts: string;
  ends: string;
  note: string;
}

export const targetOf = ({
  offering_id,
  resource_id,
}: Pick<Change, "offering_id" | "resource_id">): Target => {
  if (resource_id !== null) return `resource ${resource_id}`;
  return offering_id === null ? "company" : `offering ${offering_id}`;
};

const idOf = (target: Target, kind: "offering" | "resource"): number | null =>
  target.startsWith(`${kind} `) ? Number(target.slice(kind.length + 1)) : null;

const USUAL: Minutes = { start: 12 * 60, end: 13 * 60 };

export const newDraft = (date: string, minutes: Minutes | null, target: Target = "company"): Draft => ({
  target,
  date,
  until: date,
  allDay: minutes === null,
  starts: clockOf((minutes ?? USUAL).start),
  ends: clockOf((minutes ?? USUAL).end % DAY),
  note: "",
});

/** Hours of a block, or null for a whole day. */
function hoursOf({ hours }: Pick<Change, "hours">): Minutes | null {
  const [starts, ends] = hours ?? [];
  return starts !== undefined && ends !== undefined
    ? { start: minutesOf(starts), end: minutesOf(ends) }
    : null;
}

export function draftOf(change: Change): Draft {
  const { date, note } = change;
  return { ...newDraft(date, hoursOf(change), targetOf(change)), note };
}

/** The same block at another date, time or owner. */
export function movedDraft(change: Change, date: string, start: number | null, target: Target): Draft {
  const before = draftOf(change);
  const hours = hoursOf(change);
  if (start === null || !hours) return { ...before, date, until: date, target };
  const end = start + hours.end - hours.start;
  return { ...before, date, until: date, target, starts: clockOf(start), ends: clockOf(end % DAY) };
}

export function bodyOf({ target, date, until, allDay, starts, ends, note }: Draft): BlockForm {
  return {
    offering_id: idOf(target, "offering"),
    resource_id: idOf(target, "resource"),
    dates: allDay && until > date ? datesBetween(date, until) : [date],
    hours: allDay ? null : [starts, storedEnd(starts, ends)],
    note: note.trim(),
  };
}

/** Request that makes deleted blocks again. */
export function bodyAgain(changes: readonly Change[]): BlockForm {
  const [first] = changes;
  if (!first) throw new Error("There is no block.");
  return {
    offering_id: first.offering_id,
    resource_id: first.resource_id,
    dates: changes.map(({ date }) => date),
    hours: first.hours as BlockForm["hours"],
    note: first.note,
  };
}

/** Keys of the messages for fields that cannot be sent. */
export function draftErrors({
  date,
  until,
  allDay,
  starts,
  ends,
}: Draft): Record<string, "date" | "days" | "required"> {
  // A year that is being typed may have six digits.
  if (!isDate(date)) return { date: "required" };
  if (!allDay) return { ...(!starts && { starts: "required" }), ...(!ends && { ends: "required" }) };
  if (until && until < date) return { until: "date" };
  return datesBetween(date, until || date).length > DATES_MAX ? { until: "days" } : {};
}

/** First and last date of a block, or null without a valid choice. */
export function rangeOf(draft: Draft): [string, string] | null {
  if (Object.keys(draftErrors(draft)).length > 0) return null;
  return [draft.date, bodyOf(draft).dates.at(-1) ?? draft.date];
}

const OPEN: readonly Reservation["state"][] = ["awaiting_company", "confirmed", "checked_in"];

export const isOpen = ({ state }: Reservation): boolean => OPEN.includes(state);

/** Open reservations that a valid block meets. They stay. */
export function bookingsWithin(
  draft: Draft,
  reservations: readonly Reservation[],
  zone: string,
): Reservation[] {
  const { dates, hours, offering_id, resource_id } = bodyOf(draft);
  const [starts, ends] = (hours as [string, string] | null) ?? ["00:00", "24:00"];
  const minutes = { start: minutesOf(starts), end: minutesOf(ends) };
  const isMeant = ({ offering, resources }: Reservation) => {
    if (resource_id != null) return resources.some(({ id }) => id === resource_id);
    if (offering_id != null) return offering.id === offering_id;
    return partsOf(offering.availability).timed;
  };
  const meets = (reservation: Reservation) => {
    const [first, last] = [dateOf(zone, reservation.starts_at), dateOf(zone, reservation.ends_at)];
    return dates.some((date) => {
      const part = first <= date && date <= last ? onDate(zone, date, reservation) : null;
      return part !== null && part.start < minutes.end && minutes.start < part.end;
    });
  };
  return reservations.filter((one) => isOpen(one) && isMeant(one) && meets(one));
}
