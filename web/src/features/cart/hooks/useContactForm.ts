import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { type Form, useForm } from "@/lib/form";
import type { Cart } from "@/shared/cart/types";
import { customerName } from "@/shared/forms/customerName";
import { focusFirst } from "@/shared/forms/serverErrors";
import { email, phone } from "@/shared/forms/validation";
import { type Contact, contactOf } from "../model/contact";

export type ContactForm = Form<Contact>;

/** Form of the contact, filled from the cart and the profile. */
export function useContactForm(cart: Cart): ContactForm {
  const { t } = useTranslation("cart");
  const user = useUser();
  const words = (wrong: string | null) => wrong && t(`validation.${wrong as "nameRequired"}`);
  return useForm<Contact>({
    initialValues: contactOf(cart, user),
    validate: {
      customer_name: (value: string) => words(customerName(value)),
      contact_number: (value: string) => words(phone(value)),
      email: (value: string) => words(email(value)),
    },
  });
}

/** Returns a function that shows the server's errors beside the fields. It returns false if there are none. */
export function useContactErrors() {
  const { t } = useTranslation("cart");
  return (form: ContactForm, error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false;
    const fields = (["customer_name", "contact_number", "email"] as const).filter(
      (name) => error.fields[name],
    );
    const errors = Object.fromEntries(fields.map((name) => [name, t(`validation.refused.${name}`)]));
    form.setErrors(errors);
    focusFirst(form, errors);
    return fields.length > 0;
  };
}
