import type { TonightOffering } from "./api";

type Slot = TonightOffering["slots"][number];

/** Address of the booking with the time chosen. */
export function slotPath({ id, date, members }: TonightOffering, slot: Slot): string {
  const params = new URLSearchParams({
    offering: String(id),
    date,
    slot: slot.occurrence_id === null ? slot.starts_at : String(slot.occurrence_id),
    members: String(members),
  });
  return `/bookAppointment?${params}`;
}
