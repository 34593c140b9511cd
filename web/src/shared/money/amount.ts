/** Decimals of a currency: 2 for EUR, 0 for JPY. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

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
  return (amount / 10 ** decimals).toFixed(decimals);
}
