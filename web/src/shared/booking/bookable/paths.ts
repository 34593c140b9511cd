import type { BookableStay } from "./types";

interface Start {
  starts_at: string;
  occurrence_id: number | null;
}

interface Party {
  /** Local date of the start. */
  date: string;
  members: number;
  children?: number;
}

const bookingAt = (offering: number, values: Record<string, string>): string =>
  `/bookAppointment?${new URLSearchParams({ offering: String(offering), ...values })}`;

/** Address of the booking with a time chosen. */
export const slotPath = (offering: number, { date, members, children = 0 }: Party, slot: Start): string =>
  bookingAt(offering, {
    date,
    slot: slot.occurrence_id === null ? slot.starts_at : String(slot.occurrence_id),
    members: String(members),
    ...(children > 0 && { children: String(children) }),
  });

/** Address of the booking with a stay chosen. */
export const stayPath = (
  offering: number,
  { members, children }: { members: number; children: number },
  stay: BookableStay,
): string =>
  bookingAt(offering, {
    date: stay.check_in,
    until: stay.check_out,
    variant: String(stay.variant_id),
    members: String(members),
    ...(children > 0 && { children: String(children) }),
  });
