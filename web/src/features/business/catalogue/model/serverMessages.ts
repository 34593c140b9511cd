import type { TFunction } from "i18next";
import { ApiError } from "@/api/errors";
import type { EditorErrors } from "./editor";

/** Sentences of the server about catalogue fields, with the translation key of each. Groups become its values. */
export const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^This is required\.$/, "required"],
  [/^Enter (?:a note of )?at most (?<max>\d+) characters\.$/, "length"],
  [/^Enter plain text of at most (?<max>\d+) characters\.$/, "length"],
  [/^Enter plain text\.$/, "plain"],
  [/^Never send a card number\.$/, "cardNumber"],
  [/^Enter a (?:whole )?number from (?<min>\d+) to (?<max>\d+)\.$/, "range"],
  [/^Enter a whole number\.$/, "number"],
  [/^Enter a multiple of 5 minutes\.$/, "multiple"],
  [/^Enter at least the minimum, (?<min>\d+)\.$/, "minimum"],
  [/^Enter at least (?<min>\d+): so many are booked\.$/, "booked"],
  [/^Choose at most (?<max>\d+)\.$/, "atMost"],
  [/^Enter 1 to (?<max>\d+) choices\.$/, "choices"],
  [/^Enter at least one price\.$/, "onePrice"],
  [/^Enter a price from 0\.$/, "price"],
  [/^Enter a price such as (?<example>[\d.]+)\.$/, "priceSuch"],
  [/^Enter a percentage from 0 to 100\.$/, "percent"],
  [/^Enter true or false\.$/, "flag"],
  [/^Expected true or false\.$/, "flag"],
  [/^Choose one of: (?<all>.+)\.$/, "oneOf"],
  [/^Choose some of: (?<all>.+)\.$/, "someOf"],
  [/^Enter a list of language codes\.$/, "languages"],
  [/^Enter at most (?<max>\d+) decks, each with a name and 1 to (?<classes>\d+) classes\.$/, "decks"],
  [/^Choose (?:a port|ports) from the list\.$/, "port"],
  [/^This category has no such field\.$/, "noField"],
  [/^Choose one of the categories of your company\.$/, "category"],
  [/^Choose a subcategory of this category\.$/, "subcategory"],
  [/^This category does not offer this kind of availability\.$/, "availability"],
  [/^This offering has open bookings\. Their kind cannot change\.$/, "kindBooked"],
  [/^A variant with bookings cannot be removed\. Mark it as sold out\.$/, "variantBooked"],
  [/^Another variant has this name\.$/, "variantName"],
  [/^Another variant has this SKU\.$/, "variantSku"],
  [/^This variant belongs to another offering\.$/, "variantForeign"],
  [/^A new offering has new variants only\.$/, "variantForeign"],
  [/^Choose a variant of this offering\.$/, "variantForeign"],
  [/^Choose one of your folders\.$/, "folder"],
  [/^A company has at most (?<max>\d+) folders\.$/, "folders"],
  [/^A company has at most (?<max>\d+) of them\.$/, "resources"],
  [/^Upload this picture again\.$/, "picture"],
  [/^Choose your own (?:offerings|staff, tables and equipment)\.$/, "own"],
  [/^Choose a last night that is not before the first\.$/, "lastNight"],
  [/^Choose at least one day\.$/, "day"],
  [/^Choose a last day that is not before the first\.$/, "lastDay"],
  [/^Choose a start before 24:00\.$/, "startTime"],
  [/^Choose an end after the start\.$/, "endTime"],
  [/^Choose an end at most 24 hours after the start\.$/, "endWithinDay"],
  [/^Enter the hours of the extra working time\.$/, "hours"],
  [/^Enter at most (?<max>\d+) (?:prices|weekly times|dates)\.$/, "atMost"],
  [/^(?:Enter|Choose) 1 to (?<max>\d+) dates\.$/, "atMost"],
  [/^An offering has at most (?<max>\d+) dates to come\.$/, "atMost"],
  [/^An offering has at most (?<max>\d+) variants\.$/, "variants"],
  [/^This date exists already\.$/, "dateTaken"],
  [/^This date is over\.$/, "dateOver"],
  [/^Choose a start within the next three years\.$/, "start"],
  [/^Choose an end after the start, at most 180 days later\.$/, "end"],
  [/^There is no such column\. Use the names of the template\.$/, "csv.column"],
  [/^This column came twice\.$/, "csv.columnTwice"],
  [/^Enter a column sku or id\.$/, "csv.columnMissing"],
  [/^Enter the names of the columns in the first line\.$/, "csv.header"],
  [/^Save the file as CSV in UTF-8\.$/, "csv.encoding"],
  [/^A file has at most (?<max>\d+) lines\.$/, "csv.lines"],
  [/^Enter (?<expected>\d+) cells\. This line has (?<found>\d+)\.$/, "csv.cells"],
  [/^Enter the id of one of your offerings, or leave it empty\.$/, "csv.id"],
  [/^Enter the id of a variant of this offering, or leave it empty\.$/, "csv.variantId"],
  [/^Enter a SKU, or the id of an offering\.$/, "csv.sku"],
  [/^Several of your variants have this SKU\. Enter the variant_id\.$/, "csv.skuSeveral"],
  [/^This SKU came twice in the file\.$/, "csv.skuTwice"],
  [/^This variant came twice\.$/, "csv.variantTwice"],
  [/^Repeat the value of line (?<line>\d+), or leave it empty\.$/, "csv.repeat"],
  [/^Enter the lines of an offering one after another\.$/, "csv.apart"],
];

type Translate = TFunction<"business-catalogue">;

/** Returns the sentence in the language of the reader. */
export function translateSentence(said: string, t: Translate): string {
  for (const [pattern, key] of SENTENCES) {
    const match = pattern.exec(said);
    if (match) return t(`refused.${key}`, { ...match.groups });
  }
  return t("refused.other");
}

/** Refused fields with their translated sentences. */
export function refusedFields(error: Error, t: Translate): EditorErrors {
  if (!(error instanceof ApiError)) return {};
  const sentences = (texts: readonly string[]) => texts.map((text) => translateSentence(text, t)).join(" ");
  return Object.fromEntries(Object.entries(error.fields).map(([field, texts]) => [field, sentences(texts)]));
}
