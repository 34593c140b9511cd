import { dateIn } from "@/shared/opening/zonedTime";
import type { CompanyTerms } from "../types";
import { monthOf, plusDays, plusMonths } from "./dates";

/** First and last date that can be booked, in the company's zone. */
export interface Horizon {
  today: string;
  last: string;
  /** Time between a booking and its start, at least. */
  noticeMs: number;
}

export function horizonOf(company: Pick<CompanyTerms, "reservation" | "time_zone">): Horizon {
  const today = dateIn(company.time_zone, Date.now());
  const { horizon_days, notice_minutes } = company.reservation;
  return { today, last: plusDays(today, horizon_days), noticeMs: notice_minutes * 60_000 };
}

/** Months from today to the horizon. */
export function monthsOf({ today, last }: Horizon): string[] {
  const months: string[] = [];
  for (let month = monthOf(today); month <= last; month = plusMonths(month, 1)) months.push(month);
  return months;
}
