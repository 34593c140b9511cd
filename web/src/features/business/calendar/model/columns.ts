// Columns of the calendar and what stands in each: days of a week, or resources and offerings of a day.

import { partsOf } from "../../catalogue/model/availability";
import { isCounted } from "../../reservations/model/choice";
import type { OfferingCard, Reservation } from "../../reservations/types";
import type { Calendar, Change, Occurrence } from "../api";
import type { Target } from "./blocks";
import { isAllDay, type Minutes, onDate } from "./timeGrid";

export interface Resource {
  id: number;
  name: string;
  offerings: readonly number[];
}

export type Offering = Pick<OfferingCard, "id" | "name" | "availability">;

export interface Column {
  key: string;
  date: string;
  /** Null in a week. */
  name: string | null;
  resource: number | null;
  offering: number | null;
}

/** Reservations that count units of one start: they are one card. */
export interface Group {
  key: string;
  offering: number;
  name: string;
  starts_at: string;
  ends_at: string;
  occurrence: Occurrence | null;
  reservations: Reservation[];
}

export type Item =
  | { kind: "reservation"; key: string; reservation: Reservation }
  | { kind: "group"; key: string; group: Group }
  | { kind: "block"; key: string; change: Change };

export interface Shown {
  resources: readonly Resource[];
  offerings: readonly Offering[];
  /** Chosen ones. Null: all. */
  offering: number | null;
  resource: number | null;
  /** The member may change blocks. */
  mayBlock?: boolean;
}

export const dayColumns = (dates: readonly string[]): Column[] =>
  dates.map((date) => ({ key: date, date, name: null, resource: null, offering: null }));

/** Columns of one day: the resources that serve something, then the offerings that need none. Rooms have a view of their own. */
export function placeColumns(date: string, { resources, offerings, offering, resource }: Shown): Column[] {
  const serving = resources.filter(
    ({ id, offerings: served }) =>
      served.length > 0 &&
      (offering === null || served.includes(offering)) &&
      (resource === null || id === resource),
  );
  const alone = offerings.filter(
    ({ id, availability }) =>
      resource === null &&
      (offering === null || id === offering) &&
      !partsOf(availability).staffed &&
      !partsOf(availability).rated,
  );
  return [
    ...serving.map(({ id, name }) => ({ key: `resource ${id}`, date, name, resource: id, offering: null })),
    ...alone.map(({ id, name }) => ({ key: `offering ${id}`, date, name, resource: null, offering: id })),
  ];
}

/** Owner of a block that begins in a column. */
export const targetIn = ({ resource, offering }: Column, shown: Shown): Target => {
  const id = resource ?? shown.resource;
  if (id !== null) return `resource ${id}`;
  const chosen = offering ?? shown.offering;
  const isTimed = shown.offerings.some(
    ({ id: own, availability }) => own === chosen && partsOf(availability).timed,
  );
  return chosen !== null && isTimed ? `offering ${chosen}` : "company";
};

const serves = ({ resources }: Shown, resource: number, offering: number): boolean =>
  resources.some(({ id, offerings }) => id === resource && offerings.includes(offering));

/** Returns true if a change concerns what is chosen. */
export function isShown({ offering_id, resource_id }: Change, shown: Shown): boolean {
  const { offering, resource } = shown;
  if (resource !== null && resource_id !== null && resource_id !== resource) return false;
  if (resource !== null && offering_id !== null && !serves(shown, resource, offering_id)) return false;
  if (offering !== null && offering_id !== null && offering_id !== offering) return false;
  return offering === null || resource_id === null || serves(shown, resource_id, offering);
}

/** Returns true if a change concerns a column. */
export function concerns({ offering_id, resource_id }: Change, column: Column, shown: Shown): boolean {
  if (column.resource !== null) {
    if (resource_id !== null) return resource_id === column.resource;
    return offering_id === null || serves(shown, column.resource, offering_id);
  }
  if (column.offering === null) return true;
  return resource_id === null && (offering_id === null || offering_id === column.offering);
}

/** Chosen reservations and dates, with those that count units as one. */
export function itemsOf(
  reservations: readonly Reservation[],
  occurrences: readonly Occurrence[],
  { offerings, offering, resource }: Shown,
): Exclude<Item, { kind: "block" }>[] {
  const groups = new Map<string, Group>();
  const keyOf = (id: number, starts_at: string) => `${id} ${Date.parse(starts_at)}`;
  for (const occurrence of resource === null ? occurrences : []) {
    const { offering_id, starts_at, ends_at } = occurrence;
    const name = offerings.find(({ id }) => id === offering_id)?.name;
    if (name === undefined || (offering !== null && offering !== offering_id)) continue;
    const key = keyOf(offering_id, starts_at);
    groups.set(key, { key, offering: offering_id, name, starts_at, ends_at, occurrence, reservations: [] });
  }
  const single: Item[] = [];
  for (const reservation of reservations) {
    const { id, offering: of, starts_at, ends_at, resources } = reservation;
    if (offering !== null && of.id !== offering) continue;
    if (resource !== null && !resources.some((one) => one.id === resource)) continue;
    if (!isCounted(of.availability)) {
      single.push({ kind: "reservation", key: `reservation ${id}`, reservation });
      continue;
    }
    const key = keyOf(of.id, starts_at);
    const group = groups.get(key) ?? {
      key,
      offering: of.id,
      name: of.name,
      starts_at,
      ends_at,
      occurrence: null,
      reservations: [],
    };
    group.reservations.push(reservation);
    groups.set(key, group);
  }
  const grouped = [...groups.values()].map(
    (group): Item => ({ kind: "group", key: `group ${group.key}`, group }),
  );
  return [...single, ...grouped] as Exclude<Item, { kind: "block" }>[];
}

export const spanOf = (item: Item): { starts_at: string; ends_at: string } =>
  item.kind === "reservation" ? item.reservation : item.kind === "group" ? item.group : item.change;

function isIn(item: Exclude<Item, { kind: "block" }>, { resource, offering }: Column): boolean {
  if (resource !== null)
    return item.kind === "reservation" && item.reservation.resources.some(({ id }) => id === resource);
  if (offering === null) return true;
  return (item.kind === "group" ? item.group.offering : item.reservation.offering.id) === offering;
}

/** Cards, blocks and extra time of a column. */
export interface Content {
  /** Cards beside each other. */
  items: (Minutes & { item: Item })[];
  /** Cards above the hours. */
  allDay: Item[];
  /** Blocks and extra time as wide as the column. */
  bands: (Minutes & { change: Change })[];
}

export function contentOf(
  column: Column,
  items: readonly Exclude<Item, { kind: "block" }>[],
  { changes, time_zone }: Pick<Calendar, "changes" | "time_zone">,
  shown: Shown,
): Content {
  const content: Content = { items: [], allDay: [], bands: [] };
  for (const item of items) {
    const part = isIn(item, column) ? onDate(time_zone, column.date, spanOf(item)) : null;
    if (!part) continue;
    if (isAllDay(spanOf(item))) content.allDay.push(item);
    else content.items.push({ ...part, item });
  }
  const isWide = column.resource !== null || column.offering !== null;
  for (const change of changes) {
    const part =
      isShown(change, shown) && concerns(change, column, shown)
        ? onDate(time_zone, column.date, change)
        : null;
    if (!part) continue;
    const item: Item = { kind: "block", key: `block ${change.id}`, change };
    const isOfAll = change.offering_id === null && change.resource_id === null;
    if (!change.available && !change.hours) content.allDay.push(item);
    if (isWide || isOfAll || change.available || !change.hours) {
      // A day off of one resource does not close the day of the others.
      if (isWide || isOfAll || change.available) content.bands.push({ ...part, change });
    } else content.items.push({ ...part, item });
  }
  return content;
}
