import type { Invoice } from "./types";

/** VAT of each rate, the highest rate first. */
export function vatByRate({ lines }: Pick<Invoice, "lines">): { rate: number; vat: number }[] {
  const sums = new Map<number, number>();
  for (const { vat_rate, vat } of lines) sums.set(vat_rate, (sums.get(vat_rate) ?? 0) + vat);
  return [...sums]
    .filter(([, vat]) => vat !== 0)
    .map(([rate, vat]) => ({ rate, vat }))
    .sort((one, other) => other.rate - one.rate);
}
