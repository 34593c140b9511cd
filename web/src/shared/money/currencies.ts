/** Currency that prices are first compared in, by the code of the interface language. */
const OF_LANGUAGE: Readonly<Record<string, string>> = {
  US: "USD",
  CN: "CNY",
  SA: "SAR",
  JP: "JPY",
  TL: "THB",
  SE: "SEK",
  RU: "RUB",
};

/** Currency of a price whose currency is not stated. */
export const DEFAULT_CURRENCY = "EUR";

/** Currencies to choose from. */
export const CURRENCIES: readonly string[] = [
  ...new Set([DEFAULT_CURRENCY, "USD", "GBP", "CHF", "CAD", ...Object.values(OF_LANGUAGE)]),
];

export const currencyOfLanguage = (code: string): string => OF_LANGUAGE[code] ?? DEFAULT_CURRENCY;
