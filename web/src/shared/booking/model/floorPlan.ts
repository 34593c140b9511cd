import type { Slot, Table } from "../types";

export type TableState = "free" | "joined" | "mine" | "taken" | "unfit";

interface Situation {
  slot: Pick<Slot, "resources" | "joined"> | undefined;
  members: number;
  /** Tables of the own hold. */
  mine: readonly number[];
}

/** Returns the state of a table for a party at a time. */
export function tableState(
  { id, seats_min, seats_max }: Table,
  { slot, members, mine }: Situation,
): TableState {
  if (mine.includes(id)) return "mine";
  if (slot?.joined.includes(id)) return "joined";
  if (slot?.resources.includes(id)) return "free";
  return members < seats_min || members > seats_max ? "unfit" : "taken";
}

/** Groups tables by the area in which they stand, in the order of the company. */
export function byArea(tables: readonly Table[]): { area: string; tables: Table[] }[] {
  const areas = new Map<string, Table[]>();
  for (const table of tables) areas.set(table.area, [...(areas.get(table.area) ?? []), table]);
  return [...areas].map(([area, list]) => ({ area, tables: list }));
}

/** Width of a plan, in its own units. */
export const PLAN_WIDTH = 100;
const MARGIN = 3;

/** Part of a plan that has tables, from its top. */
export interface Frame {
  top: number;
  height: number;
}

/** Returns the part of a plan to show: rows without tables above and below are left out. */
export function frameOf(tables: readonly Pick<Table, "y" | "height">[]): Frame {
  const top = Math.min(...tables.map(({ y }) => y)) - MARGIN;
  const end = Math.max(...tables.map(({ y, height }) => y + height)) + MARGIN;
  return { top, height: end - top };
}
