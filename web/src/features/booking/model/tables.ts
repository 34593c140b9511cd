import type { Slot, Table } from "../types";

/** Areas with a free table for the party at a slot, each with the smallest such table. */
export function freeAreas(
  tables: readonly Table[],
  slot: Slot | undefined,
  members: number,
): Map<string, number> {
  const free = tables
    .filter((table) => table.area && slot?.resources.includes(table.id))
    .filter(({ seats_min, seats_max }) => seats_min <= members && members <= seats_max)
    .sort((a, b) => a.seats_max - b.seats_max);
  const areas = new Map<string, number>();
  for (const { area, id } of free) if (!areas.has(area)) areas.set(area, id);
  return areas;
}
