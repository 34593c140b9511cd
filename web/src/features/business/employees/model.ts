import type { Named } from "@/lib/displayName";
import type { FieldErrors } from "@/lib/form";
import { DOCUMENT_BYTES, DOCUMENT_TYPES } from "@/shared/documents/documents";
import { email, phone, present } from "@/shared/forms/validation";
import type { Employee } from "./api";

export const nameOf = ({ first_name, last_name, email }: Employee): Named => ({
  firstName: first_name,
  lastName: last_name,
  userName: email ?? "",
});

/** Values of the form, named as the server names its fields. */
export interface EmployeeValues extends Record<string, unknown> {
  first_name: string;
  last_name: string;
  email: string;
  contact_number: string;
  address: string;
  role: string;
  profile_image: File | null;
  id_card_image: File | null;
}

export const EMPTY: EmployeeValues = {
  first_name: "",
  last_name: "",
  email: "",
  contact_number: "",
  address: "",
  role: "",
  profile_image: null,
  id_card_image: null,
};

export const PICTURE_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/gif"];
export const CARD_TYPES = DOCUMENT_TYPES;
export const FILE_BYTES = DOCUMENT_BYTES;

const fits = (file: File, types: readonly string[]) => types.includes(file.type) && file.size <= FILE_BYTES;

/** Returns the keys of what is wrong, by field. Everything but the address is required. */
export function problemsOf(values: EmployeeValues): FieldErrors {
  const file = (given: File | null, types: readonly string[], missing: string) =>
    given === null ? missing : fits(given, types) ? null : "file";
  return {
    first_name: present(values.first_name, "firstName"),
    last_name: present(values.last_name, "lastName"),
    email: email(values.email),
    contact_number: phone(values.contact_number),
    role: values.role ? null : "role",
    profile_image: file(values.profile_image, PICTURE_TYPES, "picture"),
    id_card_image: file(values.id_card_image, CARD_TYPES, "idCard"),
  };
}

/** Returns the form as it is sent. An empty field is left out. */
export function toForm(values: EmployeeValues): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(values)) {
    if (value instanceof File) form.append(field, value);
    else if (typeof value === "string" && value.trim()) form.append(field, value.trim());
  }
  return form;
}
