import type { Contact } from "@/shared/booking/types";
import { email, phone } from "@/shared/forms/validation";

const NAME = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u;
export const MAX_NOTE = 500;

/** Letters and spaces, at least two characters. */
export function customerName(value: string): "nameRequired" | "nameInvalid" | "nameShort" | null {
  const name = value.trim().replace(/\s+/g, " ");
  if (!name) return "nameRequired";
  if (!NAME.test(name)) return "nameInvalid";
  return [...name].length < 2 ? "nameShort" : null;
}

interface Known {
  firstName: string;
  lastName: string;
  email?: string | null;
  phone?: string | null;
}

/** Signs that a profile accepts and a booking does not, such as a hyphen, become spaces. */
const lettersOf = (name: string): string => name.replace(/[^\p{L}\p{M}]+/gu, " ").trim();

/** Contact as the profile knows it. */
export const contactOf = (user: Known | null): Contact => ({
  customer_name: lettersOf([user?.firstName, user?.lastName].filter(Boolean).join(" ")),
  contact_number: user?.phone ?? "",
  email: user?.email ?? "",
  note: "",
});

export { email, phone };
