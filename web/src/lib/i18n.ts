import i18next, { type BackendModule, type ResourceLanguage } from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import {
  FALLBACK,
  LANGUAGES,
  type Language,
  languageByCode,
  languageByTag,
  preferredLanguage,
} from "./languages";
import { readStored, writeStored } from "./storage";

const STORED = "lang";

// One chunk per language and area; only the chosen language (and the fallback of an incomplete one) is ever fetched.
const files = import.meta.glob<{ default: ResourceLanguage }>("../locales/*/*.json");

const lazyLocales: BackendModule = {
  type: "backend",
  init() {},
  read(tag, area, done) {
    const load = files[`../locales/${languageByTag(tag)?.code}/${area}.json`];
    // An area that is not translated yet is empty: each key falls back on its own.
    if (!load) return done(null, {});
    load().then(
      (file) => done(null, file.default),
      (error) => done(error, null),
    );
  },
};

function fallbackOf(tag: string): string[] {
  return languageByTag(tag)?.complete ? [] : [FALLBACK.tag];
}

export function initialLanguage(): Language {
  return languageByCode(readStored(STORED)) ?? preferredLanguage(navigator.languages ?? []);
}

export async function startI18n(language: Language = initialLanguage()): Promise<void> {
  await i18next
    .use(lazyLocales)
    .use(initReactI18next)
    .init({
      lng: language.tag,
      fallbackLng: fallbackOf,
      supportedLngs: LANGUAGES.map(({ tag }) => tag),
      load: "currentOnly",
      ns: ["common"],
      defaultNS: "common",
      partialBundledLanguages: true,
      returnNull: false,
      // React escapes; user text is set apart with <bdi>.
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  showLanguage(language);
  i18next.on("languageChanged", (tag) => showLanguage(languageByTag(tag) ?? FALLBACK));
}

function showLanguage(language: Language): void {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.dir;
}

export async function changeLanguage(code: string): Promise<void> {
  const language = languageByCode(code) ?? FALLBACK;
  writeStored(STORED, language.code);
  await i18next.changeLanguage(language.tag);
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageByTag(i18n.language) ?? FALLBACK;
}
