import { itemsOf, type Quantities } from "@/shared/booking/model/units";
import type { Offering } from "@/shared/offering/types";
import type { Occurrence } from "../types";

/** Offering with its dates. */
export interface DatedOffer {
  offering: Offering;
  dates: (Pick<Occurrence, "id" | "starts_at" | "ends_at"> & {
    /** Units left, if they are counted. */
    left: number | null;
  })[];
}

/** Groups occurrences by their offering, in the order of the first date. */
export function byOffering(occurrences: readonly Occurrence[]): DatedOffer[] {
  const offers = new Map<number, DatedOffer>();
  for (const { offering, ...date } of occurrences) {
    const known = offers.get(offering.id);
    if (known) known.dates.push(date);
    else offers.set(offering.id, { offering, dates: [date] });
  }
  return [...offers.values()];
}

/** Address of the booking with the date and the quantities chosen. */
export function datePath(offering: number, occurrence: number, quantities: Quantities): string {
  const params = new URLSearchParams({ offering: String(offering), slot: String(occurrence) });
  const items = itemsOf(quantities).map(({ variant_id, quantity }) => `${variant_id}:${quantity}`);
  if (items.length > 0) params.set("items", items.join(","));
  return `/bookAppointment?${params}`;
}

interface TableChoice {
  date: string;
  slot: string;
  members: number;
  table: number | null;
}

/** Address of the booking with the time and the table chosen. */
export function tablePath(offering: number, { date, slot, members, table }: TableChoice): string {
  const params = new URLSearchParams({ offering: String(offering), date, slot, members: String(members) });
  if (table !== null) params.set("resource", String(table));
  return `/bookAppointment?${params}`;
}
