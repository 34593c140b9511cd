import type { Subtitles } from "./api";

/** Limit of the server for a text. */
export const MAX_SUBTITLE_BYTES = 48 * 1024;

/** Returns the texts to save. A language that was taken out has an empty one. */
export function changedSubtitles(before: readonly Subtitles[], now: readonly Subtitles[]): Subtitles[] {
  const textIn = (all: readonly Subtitles[], wanted: string) =>
    all.find(({ language }) => language === wanted)?.text ?? "";
  const languages = new Set([...before, ...now].map(({ language }) => language));
  return [...languages]
    .map((language) => ({ language, text: textIn(now, language) }))
    .filter(({ language, text }) => text.trim() !== textIn(before, language).trim());
}
