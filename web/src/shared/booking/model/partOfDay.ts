import type { Slot } from "../types";

export const PARTS = ["morning", "afternoon", "evening"] as const;
export type PartOfDay = (typeof PARTS)[number];

export interface SlotGroup {
  part: PartOfDay;
  slots: Slot[];
}

const NOON = 12;
const EVENING = 17;
/** A night that goes on past midnight is still an evening. */
const DAWN = 5;

function partOf({ time }: Pick<Slot, "time">): PartOfDay {
  const hour = Number(time.slice(0, 2));
  if (hour >= EVENING || hour < DAWN) return "evening";
  return hour < NOON ? "morning" : "afternoon";
}

/** Groups the slots of a day by its part, without empty parts. */
export function groupByPart(slots: readonly Slot[]): SlotGroup[] {
  return PARTS.map((part) => ({ part, slots: slots.filter((slot) => partOf(slot) === part) })).filter(
    (group) => group.slots.length > 0,
  );
}
