/** The thirteen interface languages. `code` is what is stored and what names the folder; `tag` is what Intl understands. */
export interface Language {
  code: string;
  tag: string;
  /** The language's own name for itself. */
  name: string;
  dir: "ltr" | "rtl";
  /** Every text is translated. Others are listed, and cannot be chosen yet. */
  complete: boolean;
}

export const LANGUAGES: readonly Language[] = [
  { code: "US", tag: "en", name: "English", dir: "ltr", complete: true },
  { code: "FR", tag: "fr", name: "Français", dir: "ltr", complete: true },
  { code: "ES", tag: "es", name: "Español", dir: "ltr", complete: false },
  { code: "CN", tag: "zh-Hans", name: "简体中文", dir: "ltr", complete: false },
  { code: "SA", tag: "ar", name: "العربية", dir: "rtl", complete: false },
  { code: "DE", tag: "de", name: "Deutsch", dir: "ltr", complete: false },
  { code: "NL", tag: "nl", name: "Nederlands", dir: "ltr", complete: false },
  { code: "IT", tag: "it", name: "Italiano", dir: "ltr", complete: false },
  { code: "PT", tag: "pt", name: "Português", dir: "ltr", complete: false },
  { code: "JP", tag: "ja", name: "日本語", dir: "ltr", complete: false },
  { code: "TL", tag: "th", name: "ไทย", dir: "ltr", complete: false },
  { code: "SE", tag: "sv", name: "Svenska", dir: "ltr", complete: false },
  { code: "RU", tag: "ru", name: "Русский", dir: "ltr", complete: false },
];

export const FALLBACK: Language = LANGUAGES[0] as Language;

export function languageByCode(code: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language.code === code);
}

export function languageByTag(tag: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language.tag === tag);
}

/** The first of the visitor's preferences that is complete: `fr-CA` is served French. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const base = preference.split("-")[0];
    const found = LANGUAGES.find((language) => language.complete && language.tag.split("-")[0] === base);
    if (found) return found;
  }
  return FALLBACK;
}
