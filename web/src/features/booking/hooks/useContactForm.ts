import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { User } from "@/api/types";
import { type FieldErrors, type Form, useForm } from "@/lib/form";
import type { Contact } from "@/shared/booking/types";
import { focusFirst } from "@/shared/forms/serverErrors";
import { email, phone } from "@/shared/forms/validation";
import { contactOf, customerName, MAX_NOTE } from "../model/customer";

type Values = Contact & Record<string, unknown>;
export type ContactForm = Form<Values>;

const FIELDS = ["customer_name", "contact_number", "email", "note"] as const;

/** Form of the contact, filled from the profile or from a contact that was given before. */
export function useContactForm(user: User | null, given?: Contact): ContactForm {
  const { t } = useTranslation("booking");
  return useForm<Values>({
    initialValues: { ...(given ?? contactOf(user)) },
    validate: {
      customer_name: (value: string) => said(customerName(value), t),
      contact_number: (value: string) => said(phone(value), t),
      email: (value: string) => said(email(value), t),
      note: (value: string) =>
        value.length > MAX_NOTE ? t("validation.noteLong", { count: MAX_NOTE }) : null,
    },
  });
}

const said = (wrong: string | null, t: TFunction<"booking">): string | null =>
  wrong && t(`validation.${wrong as "nameRequired"}`);

/** Contact without the spaces around it. */
export const contactIn = ({ customer_name, contact_number, email: mail, note }: Values): Contact => ({
  customer_name: customer_name.trim().replace(/\s+/g, " "),
  contact_number: contact_number.trim(),
  email: mail.trim(),
  note: note.trim(),
});

/** Puts the refusals of the server beside their fields. Returns false if there are none. */
export function showRefusals(form: ContactForm, error: unknown, t: TFunction<"booking">): boolean {
  if (!(error instanceof ApiError)) return false;
  const errors: FieldErrors = {};
  for (const field of FIELDS) if (error.fields[field]) errors[field] = t(`validation.refused.${field}`);
  if (Object.keys(errors).length === 0) return false;
  form.setErrors(errors);
  focusFirst(form, errors);
  return true;
}
