import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { EditorErrors } from "../model/editor";
import { refusedFields } from "../model/serverMessages";

/** Errors of a form by field. The first wrong field takes the focus. */
export function useFieldErrors() {
  const { t } = useTranslation("business-catalogue");
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<EditorErrors>({});
  const show = (next: EditorErrors) => {
    flushSync(() => setErrors(next));
    const [message] = Object.values(next);
    if (!message) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    first?.focus();
    // An error of a whole list has no field of its own.
    toast.error(first ? t("fieldsWrong") : message);
  };
  return {
    form,
    errors,
    /** Shows the messages with these keys. Returns true if there are none. */
    check(wrong: Readonly<Record<string, string>>): boolean {
      show(Object.fromEntries(Object.entries(wrong).map(([field, key]) => [field, t(`error.${key}`)])));
      return Object.keys(wrong).length === 0;
    },
    /** Shows the reasons of the server. */
    refuse(error: Error): void {
      const refused = refusedFields(error, t);
      show(refused);
      if (Object.keys(refused).length === 0) toast.error(t("failed"), error);
    },
  };
}
