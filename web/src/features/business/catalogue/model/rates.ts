import { MAX_NIGHTS } from "@/shared/booking/model/stay";
import type { NightRate } from "../api";
import { amountText, parseAmount } from "./amount";

/** Price of nights by date, as texts of its fields. */
export interface RateValues {
  key: string;
  variant: number;
  from: string;
  to: string;
  weekdays: number[];
  /** Empty: the price of the room type. */
  price: string;
  minNights: string;
  closed: boolean;
}

export const RATES_MAX = 400;

let made = 0;

export const newRate = (variant: number): RateValues => {
  made += 1;
  return {
    key: `rate-${made}`,
    variant,
    from: "",
    to: "",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    price: "",
    minNights: "1",
    closed: false,
  };
};

export const rateValues = (rates: readonly NightRate[], currency: string): RateValues[] =>
  rates.map((rate, at) => ({
    key: `stored-${at}`,
    variant: rate.variant_id,
    from: rate.from_date,
    to: rate.to_date,
    weekdays: [...rate.weekdays],
    price: rate.price == null ? "" : amountText(rate.price, currency),
    minNights: String(rate.min_nights ?? 1),
    closed: rate.closed ?? false,
  }));

/** Keys of the messages for fields that cannot be sent. */
export function rateErrors(rates: readonly RateValues[], currency: string): Record<string, string> {
  const errors: Record<string, string> = {};
  rates.forEach((rate, at) => {
    if (!rate.from) errors[`rates.${at}.from_date`] = "required";
    if (!rate.to) errors[`rates.${at}.to_date`] = "required";
    else if (rate.from > rate.to) errors[`rates.${at}.to_date`] = "lastNight";
    if (rate.weekdays.length === 0) errors[`rates.${at}.weekdays`] = "day";
    if (rate.price.trim() && parseAmount(rate.price, currency) === null)
      errors[`rates.${at}.price`] = "amount";
    const nights = rate.minNights.trim();
    if (!/^\d{1,3}$/.test(nights)) errors[`rates.${at}.min_nights`] = "number";
    else if (Number(nights) < 1 || Number(nights) > MAX_NIGHTS) errors[`rates.${at}.min_nights`] = "nights";
  });
  return errors;
}

/** Rates of the request. Call it with values without errors. */
export const rateBodies = (rates: readonly RateValues[], currency: string): NightRate[] =>
  rates.map((rate) => ({
    variant_id: rate.variant,
    from_date: rate.from,
    to_date: rate.to,
    weekdays: rate.weekdays,
    price: rate.price.trim() ? parseAmount(rate.price, currency) : null,
    min_nights: Number(rate.minNights),
    closed: rate.closed,
  }));
