import { needsAddress } from "@/shared/orders/fulfilment";
import type { Fulfilment } from "@/shared/orders/types";

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes up to which a time is told in minutes. */
const MAX_MINUTES = 90;
/** Minutes that a promise may be later than its time, as it ages on the screen. */
const SLACK = 5;

/** Time that an order takes, as the keys `time.*` tell it. */
export interface OrderTime {
  unit: "minutes" | "hours" | "days" | "workingDays";
  count: number;
}

/** Returns the time from the payment to the handover. Null: there is none. Only deliveries count in working days. */
export function orderTime(kind: Fulfilment, minutes: number): OrderTime | null {
  if (minutes <= 0) return null;
  if (minutes <= MAX_MINUTES) return { unit: "minutes", count: minutes };
  if (needsAddress(kind) && minutes >= DAY) return { unit: "workingDays", count: Math.floor(minutes / DAY) };
  if (minutes <= DAY) return { unit: "hours", count: Math.ceil(minutes / HOUR) };
  return { unit: "days", count: Math.ceil(minutes / DAY) };
}

/**
 * Returns true if an order now takes its usual time. Within a day it takes longer if the company is closed or pauses.
 * `promisedAt` is the time of its handover; null: the company does not open soon.
 */
export function isUsual(minutes: number, promisedAt: string | null, now: number): boolean {
  if (minutes >= DAY) return true;
  return promisedAt !== null && Date.parse(promisedAt) - now <= (minutes + SLACK) * 60_000;
}

/** Name of a way to get an order, as the keys `way.*` tell it. */
export type FulfilmentName =
  | Exclude<Fulfilment, "delivery" | "express">
  | "delivery"
  | "standard"
  | "express"
  | "hours";

/** Returns the name of a way: a delivery in days is the standard one, an express delivery names its hours. */
export function nameOf(kind: Fulfilment, minutes: number): { name: FulfilmentName; count: number } {
  const time = orderTime(kind, minutes);
  if (kind === "delivery" && time?.unit === "workingDays") return { name: "standard", count: time.count };
  if (kind === "express" && time?.unit === "hours") return { name: "hours", count: time.count };
  return { name: kind, count: time?.count ?? 0 };
}
