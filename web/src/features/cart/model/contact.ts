import type { User } from "@/api/types";
import type { Cart } from "@/shared/cart/types";
import { lettersOf } from "@/shared/forms/customerName";

export interface Contact extends Record<string, unknown> {
  customer_name: string;
  contact_number: string;
  email: string;
  note: string;
}

export const MAX_NOTE = 500;

/** Contact of a cart, else of the profile. */
export const contactOf = (cart: Cart, user: User | null): Contact => ({
  customer_name: cart.customer_name || lettersOf([user?.firstName, user?.lastName].filter(Boolean).join(" ")),
  contact_number: cart.contact_number || user?.phone || "",
  email: cart.email || user?.email || "",
  note: cart.note,
});

/** Contact without the spaces around it. */
export const trimmed = (contact: Contact) => ({
  customer_name: contact.customer_name.trim().replace(/\s+/g, " "),
  contact_number: contact.contact_number.trim(),
  email: contact.email.trim(),
  note: contact.note.trim(),
});
