import { LANGUAGES } from "@/lib/languages";
import type { DetailField } from "@/shared/offering/types";

/** Maximum values of one search, as on the server. */
export const MAX_DETAILS = 20;

const DETAIL = /^[a-z0-9_]{1,40}:[A-Za-z0-9_]{1,40}$/;

/** Field with a filter of searches in its category. */
export type FilterField = DetailField & { filter: NonNullable<DetailField["filter"]> };

/** Results of each value of each field. Values without results are not listed. */
export type DetailCounts = readonly { key: string; values: ValueCounts }[];
export type ValueCounts = readonly { key: string; count: number }[];

export const filterFields = (fields: readonly DetailField[]): FilterField[] =>
  fields.filter((field): field is FilterField => field.filter != null);

/** A value of a field, as it stands in the URL. */
export const detailOf = (field: string, value: string): string => `${field}:${value}`;

export function splitDetail(detail: string): { field: string; value: string } {
  const [field = "", value = ""] = detail.split(":");
  return { field, value };
}

export const sortedDetails = (details: readonly string[]): string[] =>
  [...new Set(details.filter((detail) => DETAIL.test(detail)))].sort();

/** Values to choose from. */
export function valuesOf({ filter, ...field }: FilterField): string[] {
  if ("steps" in filter) return filter.steps.map(String);
  switch (field.type) {
    case "choice":
    case "many":
      return [...field.options];
    case "languages":
      return LANGUAGES.map(({ code }) => code);
    default:
      return ["true"];
  }
}

/** Of the steps of a number one is chosen, of other values several. */
export const isStepped = ({ filter }: FilterField): boolean => "steps" in filter;

/** Returns the details without a value, or with it. */
export function toggleDetail(details: readonly string[], field: string, value: string): string[] {
  const detail = detailOf(field, value);
  return details.includes(detail)
    ? details.filter((other) => other !== detail)
    : sortedDetails([...details, detail]);
}

/** Returns the details with one value of the field, or none. */
export function chooseDetail(details: readonly string[], field: string, value: string | null): string[] {
  const others = details.filter((detail) => splitDetail(detail).field !== field);
  return value === null ? others : sortedDetails([...others, detailOf(field, value)]);
}

/** Groups the values by field, as the server takes them. */
export function detailsByField(details: readonly string[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { field, value } of details.map(splitDetail)) fields[field] = [...(fields[field] ?? []), value];
  return fields;
}

/** Results that a value of a filter leaves. Values without results are not listed. */
export const countOf = (counts: ValueCounts, key: string): number =>
  counts.find((one) => one.key === key)?.count ?? 0;
