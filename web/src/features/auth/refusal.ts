import type { UseFormReturnType } from "@mantine/form";
import { ApiError } from "@/api/errors";

/** Moves the focus to the first field that is refused, in the order of the form. */
export function focusFirst<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: Record<string, unknown>,
): void {
  const first = Object.keys(form.getValues()).find((field) => errors[field]);
  if (first) form.getInputNode(first)?.focus();
}

/** Puts what the server refused beside the fields it names. */
export function showRefusal<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: Error,
): void {
  if (!(error instanceof ApiError)) return;
  const errors = Object.fromEntries(
    Object.entries(error.fields).map(([field, texts]) => [field, texts.join(" ")]),
  );
  form.setErrors(errors);
  focusFirst(form, errors);
}
