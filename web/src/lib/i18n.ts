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

type Areas = Record<string, () => Promise<{ default: ResourceLanguage }>>;

// One chunk per language and area; only the language in use is ever fetched. Each language lists its own areas: all lists together
// would be 5 KB of the first load.
const languages = import.meta.glob<{ default: Areas }>("../locales/*/index.ts");

async function textsOf(tag: string, area: string): Promise<ResourceLanguage> {
  const areas = await languages[`../locales/${languageByTag(tag)?.code}/index.ts`]?.();
  const file = await areas?.default[`./${area}.json`]?.();
  if (!file) throw new Error(`no texts of ${area} in ${tag}`);
  return file.default;
}

const lazyLocales: BackendModule = {
  type: "backend",
  init() {},
  read(tag, area, done) {
    textsOf(tag, area).then(
      (texts) => done(null, texts),
      (error) => done(error, null),
    );
  },
};

/** Language that an address named for the tab (public/boot.js keeps it), else the one that the person chose in this browser. */
const chosenLanguage = () =>
  languageByCode(readStored(STORED, "session")) ?? languageByCode(readStored(STORED));

/** The choice of this browser comes first, then the language of the account, then the browser's own. */
export function initialLanguage(account?: string): Language {
  return chosenLanguage() ?? languageByCode(account) ?? preferredLanguage(navigator.languages ?? []);
}

export async function startI18n(language: Language = initialLanguage()): Promise<void> {
  await i18next
    .use(lazyLocales)
    .use(initReactI18next)
    .init({
      lng: language.tag,
      fallbackLng: false,
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

const listeners = new Set<(code: string) => void>();

/** Calls `listener` with each language that the person chooses. Returns the way to stop. */
export function onLanguageChosen(listener: (code: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the choice of the person, and remembers it in this browser. */
export async function changeLanguage(code: string): Promise<void> {
  const language = languageByCode(code) ?? FALLBACK;
  writeStored(STORED, language.code);
  writeStored(STORED, null, "session");
  for (const listener of listeners) listener(language.code);
  await i18next.changeLanguage(language.tag);
}

/** Shows the language of the account, unless the person chose one in this browser. */
export async function showAccountLanguage(code: string): Promise<void> {
  const language = languageByCode(code);
  if (!language || chosenLanguage() || language.tag === i18next.language) return;
  await i18next.changeLanguage(language.tag);
}

export const currentLanguage = (): Language => languageByTag(i18next.language) ?? FALLBACK;

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageByTag(i18n.language) ?? FALLBACK;
}

/** Names a language of the list of languages, in the language of the interface. */
export function useLanguageName(): (code: string) => string {
  const names = new Intl.DisplayNames(useLanguage().tag, { type: "language" });
  return (code) => names.of(languageByCode(code)?.tag ?? code.toLowerCase()) ?? code;
}
