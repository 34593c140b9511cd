import type { Policy } from "@/api/types";

export const TITLE_MAX = 120;
export const TEXT_MAX = 5000;

/** Fields of the form. An empty category applies to all. */
export interface PolicyValues extends Record<string, unknown> {
  title: string;
  text: string;
  category: string;
}

export const valuesOf = (policy: Policy | undefined): PolicyValues => ({
  title: policy?.title ?? "",
  text: policy?.text ?? "",
  category: policy?.category ?? "",
});

/** Characters as the server counts them: code points, not UTF-16 units. */
export const countOf = (text: string): number => [...text].length;

type ProblemKey = "titleRequired" | "titleLong" | "textLong";

/** Returns the key of the problem of each invalid field. A facility of the list has no title. */
export function validate(
  values: PolicyValues,
  titled: boolean,
): Partial<Record<"title" | "text", ProblemKey>> {
  const title = values.title.trim();
  return {
    ...(titled && !title && { title: "titleRequired" as const }),
    ...(countOf(title) > TITLE_MAX && { title: "titleLong" as const }),
    ...(countOf(values.text.trim()) > TEXT_MAX && { text: "textLong" as const }),
  };
}

/** Returns the changed fields. Another device may have changed the rest. */
export function changesOf(before: PolicyValues, after: PolicyValues): Partial<PolicyValues> {
  const fields = ["title", "text", "category"] as const;
  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  );
}

/** Moves an entry of a list to another index. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)];
}
