import { useLanguage } from "@/lib/i18n";
import { remember } from "@/lib/remember";
import { decimalsOf, minorUnits } from "./decimals";

/** `tag` drops the decimals of a whole amount: for price tags, map pins and sentences, never in a column or total. */
export type MoneyForm = "exact" | "tag";

const formatOf = remember(
  (tag: string, currency: string, form: MoneyForm) =>
    new Intl.NumberFormat(tag, {
      style: "currency",
      currency,
      numberingSystem: "latn",
      minimumFractionDigits: decimalsOf(currency),
      maximumFractionDigits: decimalsOf(currency),
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
  return formatOf(tag, currency, form).format(amount / minorUnits(currency));
}

/** Returns the formatter of the chosen language. */
export function useMoney(): (amount: number, currency: string, form?: MoneyForm) => string {
  const { tag } = useLanguage();
  return (amount, currency, form) => formatMoney(tag, amount, currency, form);
}
