import type { CancellationTerms } from "@/api/types";

export const HOURS_MAX = 720;
export const PERCENT_MAX = 100;

/** Fields of the form, as typed. */
export interface TermsValues extends Record<string, unknown> {
  free_cancel_hours: string;
  cancel_fee_percent: string;
}

export const termsValues = (terms: CancellationTerms): TermsValues => ({
  free_cancel_hours: String(terms.free_cancel_hours),
  cancel_fee_percent: String(terms.cancel_fee_percent),
});

/** Parses a whole number from 0 to `max`, or returns null. */
function whole(text: string, max: number): number | null {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number <= max ? number : null;
}

/** Returns null for fields that are no whole numbers within their limits. */
export const parseTerms = (values: TermsValues) => ({
  free_cancel_hours: whole(values.free_cancel_hours, HOURS_MAX),
  cancel_fee_percent: whole(values.cancel_fee_percent, PERCENT_MAX),
});

type TermsSentence =
  | { key: "free" }
  | { key: "untilStart" | "untilStartFull" }
  | { key: "hours" | "hoursFull" | "days" | "daysFull"; count: number };

/** Returns the sentence that tells the terms. Whole days are told as days from two on. */
export function termsSentence({
  free_cancel_hours: hours,
  cancel_fee_percent: fee,
}: CancellationTerms): TermsSentence {
  if (fee === 0) return { key: "free" };
  const isFull = fee === PERCENT_MAX;
  if (hours === 0) return { key: isFull ? "untilStartFull" : "untilStart" };
  if (hours >= 48 && hours % 24 === 0) return { key: isFull ? "daysFull" : "days", count: hours / 24 };
  return { key: isFull ? "hoursFull" : "hours", count: hours };
}
