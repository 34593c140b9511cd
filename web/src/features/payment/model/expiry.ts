import type { SavedCard } from "../types";

/** Returns the expiry of a card as it is printed: "04/31". */
export function expiryOf({ exp_month, exp_year }: Pick<SavedCard, "exp_month" | "exp_year">): string | null {
  if (exp_month === null || exp_year === null) return null;
  return `${String(exp_month).padStart(2, "0")}/${String(exp_year % 100).padStart(2, "0")}`;
}
