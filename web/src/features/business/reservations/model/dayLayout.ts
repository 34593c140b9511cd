// Blocks of a day: columns by table, member of staff or offering, lanes for reservations that overlap.

import type { OfferingCard, Reservation } from "../types";

const MINUTE = 60_000;
const HOUR = 60;
/** A reservation at least this long is a stay, shown above the hours. */
const STAY_MINUTES = 18 * HOUR;
/** Hours that are always shown. */
const FIRST_HOUR = 9;
const LAST_HOUR = 18;
/** A block is at least this long, so that it can be read and pressed. */
export const SHORTEST_MINUTES = 30;

export interface DayRange {
  /** Midnight. */
  from: number;
  /** Next midnight. A day of a clock change has 23 or 25 hours. */
  to: number;
}

export interface Block {
  reservation: Reservation;
  /** Minutes from midnight. */
  start: number;
  end: number;
  /** Place among the blocks that overlap, from 0. */
  lane: number;
  /** Number of lanes beside each other. */
  lanes: number;
}

export interface Column {
  key: string;
  name: string;
  blocks: Block[];
  stays: Reservation[];
}

export interface DayLayout {
  columns: Column[];
  firstHour: number;
  lastHour: number;
  hasStays: boolean;
}

const minutesOf = (at: string): number => Date.parse(at) / MINUTE;
const isStay = ({ starts_at, ends_at }: Reservation): boolean =>
  minutesOf(ends_at) - minutesOf(starts_at) >= STAY_MINUTES;

/** Places blocks side by side where they overlap. Blocks that only touch share a lane. */
export function withLanes(spans: readonly Omit<Block, "lane" | "lanes">[]): Block[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const blocks: Block[] = [];
  let group: Block[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const block of group) block.lanes = ends.length;
    blocks.push(...group);
    [group, ends] = [[], []];
  };
  for (const span of sorted) {
    if (ends.every((end) => end <= span.start)) close();
    const free = ends.findIndex((end) => end <= span.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = span.end;
    group.push({ ...span, lane, lanes: 1 });
  }
  close();
  return blocks;
}

/** Returns the columns of a reservation: its resources, or its offering without any. */
function columnsOf({ resources, offering }: Reservation): { key: string; name: string }[] {
  if (resources.length === 0) return [{ key: `offering ${offering.id}`, name: offering.name }];
  return resources.map(({ id, name }) => ({ key: `resource ${id}`, name }));
}

interface Bookable {
  /** In the order of the company. */
  resources: readonly { id: number; name: string; offerings: readonly number[] }[];
  offerings: readonly Pick<OfferingCard, "id" | "name" | "availability">[];
}

/** Returns the columns that each day has, with reservations or without: tables, staff and types of room. */
export function standingColumns({ resources, offerings }: Bookable): { key: string; name: string }[] {
  // A table or member of staff that no offering takes has no reservations.
  const taken = resources.filter((one) => one.offerings.length > 0);
  const rooms = offerings.filter(({ availability }) => availability === "nights");
  return [
    ...taken.map(({ id, name }) => ({ key: `resource ${id}`, name })),
    ...rooms.map(({ id, name }) => ({ key: `offering ${id}`, name })),
  ];
}

/** Part of a reservation within the day, in minutes from midnight. */
function spanOf(reservation: Reservation, { from, to }: DayRange): { start: number; end: number } {
  const length = (to - from) / MINUTE;
  const begins = Math.max(0, minutesOf(reservation.starts_at) - from / MINUTE);
  const start = Math.min(begins, length - SHORTEST_MINUTES);
  const end = Math.min(length, minutesOf(reservation.ends_at) - from / MINUTE);
  return { start, end: Math.max(end, start + SHORTEST_MINUTES) };
}

/** `standing` columns come first, in their order, so that the free ones are seen. Others follow by name. */
export function layoutDay(
  reservations: readonly Reservation[],
  day: DayRange,
  standing: readonly { key: string; name: string }[] = [],
): DayLayout {
  const columns = new Map<string, { name: string; of: Reservation[] }>(
    standing.map(({ key, name }) => [key, { name, of: [] }]),
  );
  const within = reservations.filter(
    ({ starts_at, ends_at }) => Date.parse(starts_at) < day.to && Date.parse(ends_at) > day.from,
  );
  for (const reservation of within) {
    for (const { key, name } of columnsOf(reservation)) {
      const column = columns.get(key) ?? { name, of: [] };
      column.of.push(reservation);
      columns.set(key, column);
    }
  }
  const laid = [...columns].map(([key, { name, of }]) => ({
    key,
    name,
    stays: of.filter(isStay),
    blocks: withLanes(
      of.filter((one) => !isStay(one)).map((reservation) => ({ reservation, ...spanOf(reservation, day) })),
    ),
  }));
  const others = laid.splice(standing.length);
  others.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  laid.push(...others);
  const blocks = laid.flatMap((column) => column.blocks);
  return {
    columns: laid,
    firstHour: Math.min(FIRST_HOUR, ...blocks.map(({ start }) => Math.floor(start / HOUR))),
    lastHour: Math.max(LAST_HOUR, ...blocks.map(({ end }) => Math.ceil(end / HOUR))),
    hasStays: laid.some(({ stays }) => stays.length > 0),
  };
}

/** Start of the first reservation that is not over at a minute of the day, else of the last one. */
export function nextStart(columns: readonly Column[], now: number): number | null {
  const blocks = columns.flatMap((column) => column.blocks);
  const open = blocks.filter(({ end }) => end > now).map(({ start }) => start);
  if (open.length > 0) return Math.min(...open);
  return blocks.length > 0 ? Math.max(...blocks.map(({ start }) => start)) : null;
}
