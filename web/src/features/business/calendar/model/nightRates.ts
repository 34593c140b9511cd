// Nights that are not sold, as rates of a type of room: the catalogue keeps them so.

import type { NightRate } from "../../catalogue/api";
import { plusDays } from "../../reservations/model/dates";

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

/** Nights of a type of room, both included. */
export interface Nights {
  variant: number;
  from: string;
  to: string;
}

/** Adds a rate that closes the nights. */
export const closeNights = (rates: readonly NightRate[], { variant, from, to }: Nights): NightRate[] => [
  ...rates,
  { variant_id: variant, from_date: from, to_date: to, weekdays: ALL_DAYS, closed: true, min_nights: 1 },
];

/** Cuts the nights out of the rates that close them. Prices and minimum stays of those rates remain. */
export function openNights(rates: readonly NightRate[], { variant, from, to }: Nights): NightRate[] {
  return rates.flatMap((rate) => {
    const { variant_id, from_date, to_date, closed, price, min_nights } = rate;
    if (variant_id !== variant || !closed || to_date < from || from_date > to) return [rate];
    const parts: NightRate[] = [];
    if (from_date < from) parts.push({ ...rate, to_date: plusDays(from, -1) });
    const isMore = price != null || (min_nights ?? 1) > 1;
    if (isMore)
      parts.push({
        ...rate,
        from_date: from_date < from ? from : from_date,
        to_date: to_date > to ? to : to_date,
        closed: false,
      });
    if (to_date > to) parts.push({ ...rate, from_date: plusDays(to, 1) });
    return parts;
  });
}
