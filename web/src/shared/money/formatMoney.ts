import { useLanguage } from "@/lib/i18n";
import { remember } from "@/lib/remember";

/** `tag` drops the decimals of a whole amount: for price tags, map pins and sentences, never in a column or total. */
export type MoneyForm = "exact" | "tag";

const formatOf = remember(
  (tag: string, currency: string, form: MoneyForm) =>
    new Intl.NumberFormat(tag, {
      style: "currency",
      currency,
      numberingSystem: "latn",
      trailingZeroDisplay: form === "tag" ? "stripIfInteger" : "auto",
    } as Intl.NumberFormatOptions),
);

/** Formats an amount in minor units, with the decimals of its currency. */
export function formatMoney(
  tag: string,
  amount: number,
  currency: string,
  form: MoneyForm = "exact",
): string {
  const format = formatOf(tag, currency, form);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Returns the formatter of the chosen language. */
export function useMoney(): (amount: number, currency: string, form?: MoneyForm) => string {
  const { tag } = useLanguage();
  return (amount, currency, form) => formatMoney(tag, amount, currency, form);
}
