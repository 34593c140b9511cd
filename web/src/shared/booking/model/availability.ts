// The stream `availability:{company}`: changes of what is free while a page is open. Events are hints that change
// what is shown at once. What an event does not tell exactly is read again: the state is then `stale`.

import { dateIn } from "@/shared/opening/zonedTime";
import type { CalendarDay, DaySlots, Occurrence, Slot } from "../types";

export type AvailabilityEvent =
  | { type: "occupied" | "freed"; resource_id: number; starts_at: string; ends_at: string }
  | { type: "units"; variant_id: number; starts_at: string; change: number }
  | { type: "sold_out"; offering_id: number; sold_out: boolean }
  | { type: "rules"; offering_id: number | null };

/** Result of an event: the new state, and whether it must be read again. */
export interface Applied<T> {
  state: T;
  stale: boolean;
}

/** Offering of the shown state. */
export interface Shown {
  offering: number;
  variants: readonly number[];
}

const unchanged = <T>(state: T): Applied<T> => ({ state, stale: false });
const reread = <T>(state: T): Applied<T> => ({ state, stale: true });

/** More units than any company counts: the variant is not counted. */
const UNCOUNTED = Number.MAX_SAFE_INTEGER;

export function applyToDay(day: DaySlots, event: AvailabilityEvent, shown: Shown): Applied<DaySlots> {
  switch (event.type) {
    case "occupied":
      return occupy(day, event);
    case "freed":
      return overlaps(day, event) ? reread(day) : unchanged(day);
    case "units":
      return shown.variants.includes(event.variant_id) ? countUnits(day, event) : unchanged(day);
    case "sold_out":
      if (event.offering_id !== shown.offering) return unchanged(day);
      return event.sold_out ? unchanged({ ...day, slots: day.slots.map(closed) }) : reread(day);
    case "rules":
      return concerns(event, shown) ? reread(day) : unchanged(day);
    default:
      return unchanged(day);
  }
}

/** Applies an event to the days of a calendar. The units of a night change its date alone. */
export function applyToCalendar(
  days: CalendarDay[],
  event: AvailabilityEvent,
  shown: Shown,
  zone: string,
): Applied<CalendarDay[]> {
  switch (event.type) {
    case "units": {
      if (!shown.variants.includes(event.variant_id)) return unchanged(days);
      const date = dateIn(zone, Date.parse(event.starts_at));
      return changeDay(days, date, event.change);
    }
    case "sold_out":
      if (event.offering_id !== shown.offering) return unchanged(days);
      return event.sold_out ? unchanged(days.map(fullDay)) : reread(days);
    case "rules":
      return concerns(event, shown) ? reread(days) : unchanged(days);
    case "occupied":
    case "freed": {
      const dates = [event.starts_at, event.ends_at].map((at) => dateIn(zone, Date.parse(at)));
      return days.some(({ date }) => dates.includes(date)) ? reread(days) : unchanged(days);
    }
    default:
      return unchanged(days);
  }
}

/** Applies an event to the dated occurrences of an offering. */
export function applyToOccurrences(
  occurrences: Occurrence[],
  event: AvailabilityEvent,
  shown: Shown,
): Applied<Occurrence[]> {
  switch (event.type) {
    case "units": {
      if (!shown.variants.includes(event.variant_id)) return unchanged(occurrences);
      const at = Date.parse(event.starts_at);
      const index = occurrences.findIndex(({ starts_at }) => Date.parse(starts_at) === at);
      const occurrence = occurrences[index];
      if (!occurrence || occurrence.left >= UNCOUNTED) return unchanged(occurrences);
      const left = Math.max(0, occurrence.left + event.change);
      return unchanged(occurrences.with(index, { ...occurrence, left }));
    }
    case "sold_out":
      if (event.offering_id !== shown.offering) return unchanged(occurrences);
      return event.sold_out
        ? unchanged(occurrences.map((one) => ({ ...one, left: 0 })))
        : reread(occurrences);
    case "rules":
      return concerns(event, shown) ? reread(occurrences) : unchanged(occurrences);
    default:
      return unchanged(occurrences);
  }
}

/** Shows on a calendar what is known of a day from its slots. */
export function withDay(
  days: CalendarDay[],
  { date, slots }: Pick<DaySlots, "date" | "slots">,
): CalendarDay[] {
  const free = slots.filter(({ left }) => left > 0);
  const left = free.reduce((total, slot) => total + slot.left, 0);
  return days.map((day) => {
    if (day.date !== date || day.state === "closed") return day;
    const state = free.length > 0 ? "free" : "full";
    return day.state === state && day.left === left ? day : { ...day, state, left };
  });
}

/** Starts whose units differ between two states of a day: they glow once. */
export function changedStarts(before: DaySlots, after: DaySlots): string[] {
  const known = new Map(before.slots.map((slot) => [slot.starts_at, slot.left]));
  return after.slots
    .filter(({ starts_at, left }) => known.has(starts_at) && known.get(starts_at) !== left)
    .map(({ starts_at }) => starts_at);
}

const concerns = (event: { offering_id: number | null }, shown: Shown): boolean =>
  event.offering_id === null || event.offering_id === shown.offering;

interface Range {
  starts_at: string;
  ends_at: string;
}

const meets = (slot: Range, range: Range): boolean =>
  Date.parse(slot.starts_at) < Date.parse(range.ends_at) &&
  Date.parse(slot.ends_at) > Date.parse(range.starts_at);

const overlaps = (day: DaySlots, range: Range): boolean => day.slots.some((slot) => meets(slot, range));

function occupy(day: DaySlots, event: Range & { resource_id: number }): Applied<DaySlots> {
  let stale = false;
  let changed = false;
  const slots = day.slots.map((slot) => {
    if (!meets(slot, event)) return slot;
    // A table that is not listed may be one of those that a large party joins.
    if (slot.joined.includes(event.resource_id)) {
      // Other tables may join: the slot is read again.
      [changed, stale] = [true, true];
      return { ...slot, joined: [], left: 0 };
    }
    if (!slot.resources.includes(event.resource_id)) {
      stale ||= slot.resources.length === 0 && slot.left > 0 && slot.variants.length === 0;
      return slot;
    }
    changed = true;
    const resources = slot.resources.filter((id) => id !== event.resource_id);
    const kindOf = kindIn(day);
    const kinds = new Set(slot.resources.map(kindOf));
    const counts = [...kinds].map((kind) => resources.filter((id) => kindOf(id) === kind).length);
    const left = Math.min(slot.left, ...counts);
    // Tables that join may still seat the party.
    stale ||= left === 0;
    return { ...slot, resources: left === 0 ? [] : resources, left };
  });
  return { state: changed ? { ...day, slots } : day, stale };
}

/** Tells staff, tables and equipment of a day apart: a booking takes one of each. */
function kindIn({ staff, tables }: DaySlots): (id: number) => "staff" | "table" | "equipment" {
  return (id) => {
    if (staff.some((one) => one.id === id)) return "staff";
    return tables.some((one) => one.id === id) ? "table" : "equipment";
  };
}

function countUnits(
  day: DaySlots,
  event: { variant_id: number; starts_at: string; change: number },
): Applied<DaySlots> {
  const at = Date.parse(event.starts_at);
  const index = day.slots.findIndex((slot) => Date.parse(slot.starts_at) === at);
  const slot = day.slots[index];
  if (!slot) return unchanged(day);
  // A slot that is closed for booking keeps no units to count.
  if (slot.left === 0 && event.change > 0) return reread(day);
  const variants = slot.variants.map((variant) =>
    variant.variant_id === event.variant_id && variant.left < UNCOUNTED
      ? { ...variant, left: Math.max(0, variant.left + event.change) }
      : variant,
  );
  const left = variants.reduce((total, variant) => Math.min(total + variant.left, UNCOUNTED), 0);
  return unchanged({ ...day, slots: day.slots.with(index, { ...slot, variants, left }) });
}

function changeDay(days: CalendarDay[], date: string, change: number): Applied<CalendarDay[]> {
  const index = days.findIndex((day) => day.date === date);
  const day = days[index];
  if (!day || day.left === null || day.state === "closed") return unchanged(days);
  const left = Math.max(0, day.left + change);
  // The price of a night that is free again is not part of the event.
  if (day.state === "full") return left > 0 ? reread(days) : unchanged(days);
  return unchanged(days.with(index, left > 0 ? { ...day, left } : { ...fullDay(day), left }));
}

const fullDay = (day: CalendarDay): CalendarDay =>
  day.state === "free" ? { ...day, state: "full", price: null, left: 0 } : day;

const closed = (slot: Slot): Slot => ({
  ...slot,
  left: 0,
  resources: [],
  joined: [],
  variants: slot.variants.map((variant) => ({ ...variant, left: 0 })),
});
