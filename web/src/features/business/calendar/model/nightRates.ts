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

/** Takes back that nights were closed. Others may have changed the rates since. */
export function reopenNights(rates: readonly NightRate[], nights: Nights): NightRate[] {
  const at = rates.findLastIndex(
    ({ variant_id, from_date, to_date, weekdays, closed, price, min_nights }) =>
      variant_id === nights.variant &&
      from_date === nights.from &&
      to_date === nights.to &&
      closed &&
      price == null &&
      (min_nights ?? 1) === 1 &&
      weekdays.length === ALL_DAYS.length,
  );
  // Nights that another rate closes as well stay closed.
  return at < 0 ? openNights(rates, nights) : rates.filter((_, index) => index !== at);
}

/** Takes back that nights were opened: closes those that `before` closed. Others may have changed the rates since. */
export const recloseNights = (
  rates: readonly NightRate[],
  { variant, from, to }: Nights,
  before: readonly NightRate[],
): NightRate[] => [
  ...rates,
  ...before
    .filter(
      ({ variant_id, from_date, to_date, closed }) =>
        variant_id === variant && closed && to_date >= from && from_date <= to,
    )
    .map((rate) => ({
      ...rate,
      from_date: rate.from_date < from ? from : rate.from_date,
      to_date: rate.to_date > to ? to : rate.to_date,
    })),
];
