import type { DetailField, DetailValue } from "./types";

/** Words and formats that a detail needs. */
export interface DetailWords {
  /** Text of a key of the locale file `catalogue`. */
  text: (key: string, options?: Record<string, unknown>) => string;
  language: (code: string) => string;
  port: (code: string) => string;
  list: (items: string[]) => string;
}

/** A longer text belongs to the page of the offering. */
const CARD_TEXT_MAX = 120;

const LONG: readonly DetailField["type"][] = ["many", "ports", "decks"];

/** Texts that say nothing without their label: "Half an hour before". */
const LABELED: readonly string[] = ["doors_open"];

/** Fields that a card shows, in the order of the category. */
export const isOnCard = (field: DetailField): boolean =>
  field.type === "text" ? field.max <= CARD_TEXT_MAX : !LONG.includes(field.type);

/** Returns a detail as a short text that stands alone: "2 beds", "Breakfast included". Null if there is nothing to say. */
export function describeDetail(
  field: DetailField,
  value: DetailValue | undefined,
  words: DetailWords,
): string | null {
  if (value === undefined || value === "") return null;
  const several = Array.isArray(value) ? value : [String(value)];
  if (several.length === 0) return null;
  switch (field.type) {
    case "number":
      return words.text(`fact.${field.key}`, { count: Number(value) });
    case "flag":
      return value === true ? words.text(`field.${field.key}`) : null;
    case "choice":
    case "many":
      return words.list(several.map((option) => words.text(`option.${option}`)));
    case "languages":
      return words.list(several.map(words.language));
    case "port":
    case "ports":
      return words.list(several.map(words.port));
    case "decks":
      // The plan of the decks shows them.
      return null;
    case "text":
      return String(value);
  }
}

/** Returns the short texts of a card. */
export function cardDetails(
  fields: readonly DetailField[],
  details: Record<string, DetailValue>,
  words: DetailWords,
): string[] {
  return fields
    .filter(isOnCard)
    .map((field) => {
      const text = describeDetail(field, details[field.key], words);
      const isLabeled = text !== null && field.type === "text" && LABELED.includes(field.key);
      return isLabeled ? words.text(`labeled.${field.key}`, { text }) : text;
    })
    .filter((text) => text !== null);
}
