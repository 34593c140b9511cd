import type { Contact } from "@/shared/booking/types";
import { customerName, lettersOf } from "@/shared/forms/customerName";
import { email, phone } from "@/shared/forms/validation";

export const MAX_NOTE = 500;

interface Known {
  firstName: string;
  lastName: string;
  email?: string | null;
  phone?: string | null;
}

/** Contact as the profile knows it. */
export const contactOf = (user: Known | null): Contact => ({
  customer_name: lettersOf([user?.firstName, user?.lastName].filter(Boolean).join(" ")),
  contact_number: user?.phone ?? "",
  email: user?.email ?? "",
  note: "",
});

export { customerName, email, phone };
