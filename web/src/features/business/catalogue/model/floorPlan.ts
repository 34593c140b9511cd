import type { Resource } from "../api";

/** Units of the plan, as stored. */
export const PLAN = { width: 100, height: 70 };
/** Largest gap between two tables that can be pushed together. */
const GAP = 6;

export interface Spot {
  x: number;
  y: number;
}

export const isSameSpot = (one: Spot, other: Spot): boolean => one.x === other.x && one.y === other.y;

const within = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max));

/** Nearest place inside the room. */
export const placeWithin = (size: { width: number; height: number }, spot: Spot): Spot => ({
  x: within(spot.x, PLAN.width - size.width),
  y: within(spot.y, PLAN.height - size.height),
});

type Table = Pick<Resource, "id" | "place" | "join_group">;

/** Distance between the edges of two tables. */
function gap(one: Table, other: Table): number {
  const between = (from: number, length: number, to: number, toLength: number) =>
    Math.max(to - (from + length), from - (to + toLength), 0);
  const [a, b] = [one.place, other.place];
  return Math.max(between(a.x, a.width, b.x, b.width), between(a.y, a.height, b.y, b.height));
}

/** Other tables of the room that stand beside a table. */
export const neighbours = <T extends Table>(table: Table, tables: readonly T[]): T[] =>
  tables.filter(
    (other) => other.id !== table.id && other.place.area === table.place.area && gap(table, other) <= GAP,
  );

/** First free place for a table of this size, row by row. */
export function freeSpot(size: { width: number; height: number }, tables: readonly Table[]): Spot {
  for (let y = 2; y + size.height <= PLAN.height; y += 2)
    for (let x = 2; x + size.width <= PLAN.width; x += 2) {
      const place = { ...size, x, y, area: "", is_round: false };
      const isFree = tables.every((other) => gap({ id: 0, join_group: null, place }, other) >= 2);
      if (isFree) return { x, y };
    }
  return { x: 0, y: 0 };
}

/** Name of a group that no table uses. */
export function freeGroup(tables: readonly Table[]): string {
  const used = new Set(tables.map(({ join_group }) => join_group));
  let number = 1;
  while (used.has(`G${number}`)) number += 1;
  return `G${number}`;
}
