// Times of an offering that a customer can wait for.

import type { BookingTime, Slot } from "@/shared/booking/types";
import type { WaitedTime } from "../types";

export interface WaitChoice {
  key: string;
  label: string;
  time: WaitedTime;
}

/** Choices on a date: any time if all are taken, and each taken time. */
export function slotChoices(
  date: string,
  slots: readonly Slot[],
  party: Pick<BookingTime, "members" | "items">,
  labels: { any: string; time: (at: string) => string },
): WaitChoice[] {
  const taken = slots.filter(({ left }) => left <= 0);
  const isFull = taken.length === slots.length && slots.length > 1;
  return [
    ...(isFull ? [{ key: "any", label: labels.any, time: { date, ...party } }] : []),
    ...taken.map(({ starts_at }) => ({
      key: starts_at,
      label: labels.time(starts_at),
      time: { starts_at, ...party },
    })),
  ];
}

/** Returns the time with a number of units: of its class where one is chosen, else of the party. */
export function withQuantity(time: WaitedTime, quantity: number): WaitedTime {
  const [item] = time.items ?? [];
  return {
    ...time,
    members: quantity,
    ...(item && { items: [{ variant_id: item.variant_id, quantity }] }),
  };
}
