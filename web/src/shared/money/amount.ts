import { decimalsOf, minorUnits } from "./decimals";

/** Parses `24.5`, the value of a `DecimalField`, into minor units. Returns null for another text. */
export function parseAmount(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,9})(?:\.(\d*))?$/.exec(text.trim());
  const part = match?.[2] ?? "";
  if (!match || part.length > decimals) return null;
  return Number(`${match[1]}${part.padEnd(decimals, "0")}`);
}

/** Formats minor units for a `DecimalField`. */
export function amountText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / minorUnits(currency)).toFixed(decimals);
}
