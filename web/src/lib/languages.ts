/** The thirteen interface languages. `code` is what is stored and what names the folder; `tag` is what Intl understands. */
export interface Language {
  code: string;
  tag: string;
  /** The language's own name for itself. */
  name: string;
  dir: "ltr" | "rtl";
  /** Label of the footer. Prices are in the currency of their company. */
  currency: string;
}

export const LANGUAGES: readonly Language[] = [
  { code: "US", tag: "en", name: "English", dir: "ltr", currency: "INR" },
  { code: "FR", tag: "fr", name: "Français", dir: "ltr", currency: "EUR" },
  { code: "ES", tag: "es", name: "Español", dir: "ltr", currency: "EUR" },
  { code: "CN", tag: "zh-Hans", name: "简体中文", dir: "ltr", currency: "CNY" },
  { code: "SA", tag: "ar", name: "العربية", dir: "rtl", currency: "SAR" },
  { code: "DE", tag: "de", name: "Deutsch", dir: "ltr", currency: "EUR" },
  { code: "NL", tag: "nl", name: "Nederlands", dir: "ltr", currency: "EUR" },
  { code: "IT", tag: "it", name: "Italiano", dir: "ltr", currency: "EUR" },
  { code: "PT", tag: "pt-PT", name: "Português", dir: "ltr", currency: "EUR" },
  { code: "JP", tag: "ja", name: "日本語", dir: "ltr", currency: "JPY" },
  { code: "TL", tag: "th", name: "ไทย", dir: "ltr", currency: "THB" },
  { code: "SE", tag: "sv", name: "Svenska", dir: "ltr", currency: "SEK" },
  { code: "RU", tag: "ru", name: "Русский", dir: "ltr", currency: "RUB" },
];

export const FALLBACK: Language = LANGUAGES[0] as Language;

export function languageByCode(code: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language.code === code);
}

export function languageByTag(tag: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language.tag === tag);
}

/** The first of the visitor's preferences that the app has: `fr-CA` is served French. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const base = preference.split("-")[0];
    const found = LANGUAGES.find((language) => language.tag.split("-")[0] === base);
    if (found) return found;
  }
  return FALLBACK;
}
