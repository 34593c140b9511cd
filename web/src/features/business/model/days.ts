import { plusDays } from "@/shared/booking/model/dates";
import { dateIn } from "@/shared/opening/zonedTime";
import { instantOf } from "../catalogue/model/zonedInstant";

// Days of the company, as date fields take them. The server stores instants, and the end is exclusive.

export const startOfDay = (day: string, zone: string): string => instantOf(`${day}T00:00`, zone);

export const endOfDay = (day: string, zone: string): string => startOfDay(plusDays(day, 1), zone);

export const firstDayOf = (starts_at: string, zone: string): string => dateIn(zone, Date.parse(starts_at));

/** A period that ends at midnight is valid on the day before. */
export const lastDayOf = (ends_at: string, zone: string): string => dateIn(zone, lastInstant(ends_at));

export const lastInstant = (ends_at: string): number => Date.parse(ends_at) - 1;
