import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { EditorErrors } from "../model/editor";
import { refusedFields } from "../model/serverMessages";

interface Problem {
  error: Error;
  text: string;
}

/** Errors of a form by field. The first wrong field takes the focus. */
export function useFieldErrors() {
  const { t } = useTranslation("business-catalogue");
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<EditorErrors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const show = (next: EditorErrors) => {
    setProblem(null);
    flushSync(() => setErrors(next));
    const [message] = Object.values(next);
    if (!message) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    first?.focus();
    // An error of a whole list has no field of its own.
    setProblem({ error: new Error(message), text: first ? t("fieldsWrong") : message });
  };
  return {
    form,
    errors,
    /** Problem of the form as a whole, for its end. */
    problem,
    /** Shows the messages with these keys. Returns true if there are none. */
    check(wrong: Readonly<Record<string, string>>): boolean {
      show(Object.fromEntries(Object.entries(wrong).map(([field, key]) => [field, t(`error.${key}`)])));
      return Object.keys(wrong).length === 0;
    },
    /** Shows the reasons of the server. */
    refuse(error: Error): void {
      const refused = refusedFields(error, t);
      show(refused);
      if (Object.keys(refused).length === 0) setProblem({ error, text: t("failed") });
    },
  };
}
