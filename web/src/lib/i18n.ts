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

// One chunk per language and area; only the chosen language is ever fetched.
const files = import.meta.glob<{ default: ResourceLanguage }>("../locales/*/*.json");

const lazyLocales: BackendModule = {
  type: "backend",
  init() {},
  read(tag, area, done) {
    const load = files[`../locales/${languageByTag(tag)?.code}/${area}.json`];
    if (!load) return done(new Error(`${area} has no texts in ${tag}`), null);
    load().then(
      (file) => done(null, file.default),
      (error) => done(error, null),
    );
  },
};

const complete = (code: string | null): Language | undefined => {
  const language = languageByCode(code);
  return language?.complete ? language : undefined;
};

/** The language that an address named to public/boot.js holds for the tab, and goes before the one that was chosen. */
const chosenLanguage = () => complete(readStored(STORED, "session")) ?? complete(readStored(STORED));

export function initialLanguage(): Language {
  return chosenLanguage() ?? preferredLanguage(navigator.languages ?? []);
}

export async function startI18n(language: Language = initialLanguage()): Promise<void> {
  await i18next
    .use(lazyLocales)
    .use(initReactI18next)
    .init({
      lng: language.tag,
      fallbackLng: false,
      supportedLngs: LANGUAGES.filter((one) => one.complete).map(({ tag }) => tag),
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
  const language = complete(code) ?? FALLBACK;
  writeStored(STORED, language.code);
  writeStored(STORED, null, "session");
  await i18next.changeLanguage(language.tag);
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageByTag(i18n.language) ?? FALLBACK;
}
