/** The thirteen interface languages. `code` is what is stored and what names the folder; `tag` is what Intl understands. */
export interface Language {
  code: string;
  tag: string;
  /** The language's own name for itself. */
  name: string;
  dir: "ltr" | "rtl";
  /** Label of the footer. Prices are in the currency of their company. */
  currency: string;
  /** Every key is translated. Only such a language is offered. */
  complete: boolean;
}

export const LANGUAGES: readonly Language[] = [
  { code: "US", tag: "en", name: "English", dir: "ltr", currency: "INR", complete: true },
  { code: "FR", tag: "fr", name: "Français", dir: "ltr", currency: "EUR", complete: true },
  { code: "ES", tag: "es", name: "Español", dir: "ltr", currency: "EUR", complete: false },
  { code: "CN", tag: "zh-Hans", name: "简体中文", dir: "ltr", currency: "CNY", complete: false },
  { code: "SA", tag: "ar", name: "العربية", dir: "rtl", currency: "SAR", complete: false },
  { code: "DE", tag: "de", name: "Deutsch", dir: "ltr", currency: "EUR", complete: false },
  { code: "NL", tag: "nl", name: "Nederlands", dir: "ltr", currency: "EUR", complete: false },
  { code: "IT", tag: "it", name: "Italiano", dir: "ltr", currency: "EUR", complete: false },
  { code: "PT", tag: "pt", name: "Português", dir: "ltr", currency: "EUR", complete: false },
  { code: "JP", tag: "ja", name: "日本語", dir: "ltr", currency: "JPY", complete: false },
  { code: "TL", tag: "th", name: "ไทย", dir: "ltr", currency: "THB", complete: false },
  { code: "SE", tag: "sv", name: "Svenska", dir: "ltr", currency: "SEK", complete: false },
  { code: "RU", tag: "ru", name: "Русский", dir: "ltr", currency: "RUB", complete: false },
];

/** Languages that a person can choose: a page in another would be English under a foreign name. */
export const OFFERED: readonly Language[] = LANGUAGES.filter(({ complete }) => complete);

export const FALLBACK: Language = LANGUAGES[0] as Language;

export function languageByCode(code: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language.code === code);
}

/** Returns an offered language. */
export function offeredByCode(code: string | null | undefined): Language | undefined {
  return OFFERED.find((language) => language.code === code);
}

/** Returns an offered language. */
export function languageByTag(tag: string | null | undefined): Language | undefined {
  return OFFERED.find((language) => language.tag === tag);
}

/** The first of the visitor's preferences that is offered: `fr-CA` is served French. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const base = preference.split("-")[0];
    const found = OFFERED.find((language) => language.tag.split("-")[0] === base);
    if (found) return found;
  }
  return FALLBACK;
}
