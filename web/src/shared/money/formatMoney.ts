import { useLanguage } from "@/lib/i18n";

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(tag: string, currency: string): Intl.NumberFormat {
  const key = `${tag} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    numberingSystem: "latn",
    trailingZeroDisplay: "stripIfInteger",
  } as Intl.NumberFormatOptions);
  formats.set(key, format);
  return format;
}

/** Formats an amount in minor units. Whole amounts have no decimals. */
export function formatMoney(tag: string, amount: number, currency: string): string {
  const format = formatOf(tag, currency);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Returns the formatter of the chosen language. */
export function useMoney(): (amount: number, currency: string) => string {
  const { tag } = useLanguage();
  return (amount, currency) => formatMoney(tag, amount, currency);
}
