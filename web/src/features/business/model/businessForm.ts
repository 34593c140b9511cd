import type { Company } from "@/api/types";
import type { Form } from "@/lib/form";
import { randomId } from "@/lib/ids";
import {
  confirmation,
  email,
  newPassword,
  optional,
  phone,
  present,
  userName,
} from "@/shared/forms/validation";

/** A draft that proves something, and until when. */
export interface DocumentDraft {
  id: string;
  kind: string;
  file: File;
  expires_on: string;
}

/** Fields of the business sign-up, named as on the server. */
export interface BusinessValues extends Record<string, unknown> {
  company_name: string;
  company_email: string;
  company_phone: string;
  registration_number: string;
  vat_number: string;
  website: string;
  address: string;
  city: string;
  postalCode: string;
  country: string;
  firstName: string;
  lastName: string;
  email: string;
  userName: string;
  phone: string;
  password: string;
  confirm_password: string;
  categories: string[];
  documents: DocumentDraft[];
  terms: boolean;
}

export type BusinessForm = Form<BusinessValues>;

export const EMPTY: BusinessValues = {
  company_name: "",
  company_email: "",
  company_phone: "",
  registration_number: "",
  vat_number: "",
  website: "",
  address: "",
  city: "",
  postalCode: "",
  country: "",
  firstName: "",
  lastName: "",
  email: "",
  userName: "",
  phone: "",
  password: "",
  confirm_password: "",
  categories: [],
  documents: [],
  terms: false,
};

/** Fields of each step. */
export const STEPS: readonly (readonly (keyof BusinessValues & string)[])[] = [
  [
    "company_name",
    "company_email",
    "company_phone",
    "registration_number",
    "vat_number",
    "website",
    "address",
    "city",
    "postalCode",
    "country",
  ],
  ["firstName", "lastName", "email", "userName", "phone", "password", "confirm_password"],
  ["categories", "documents", "terms"],
];

/** Errors of unknown fields belong to the last step: the server has one field for each part of a document. */
export function stepOf(field: string): number {
  const step = STEPS.findIndex((fields) => fields.includes(field));
  return step < 0 ? STEPS.length - 1 : step;
}

const WEBSITE = /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i;

/** Validates the fields of a step. Returns translation keys. */
export function validateStep(step: number, values: BusinessValues, today: string): Record<string, string> {
  const all: Record<string, string | null> = {
    company_name: present(values.company_name, "companyName"),
    company_email: email(values.company_email),
    company_phone: phone(values.company_phone),
    website: optional(values.website, (text) => (WEBSITE.test(text.trim()) ? null : "websiteInvalid")),
    address: present(values.address, "address"),
    city: present(values.city, "city"),
    postalCode: present(values.postalCode, "postalCode"),
    country: present(values.country, "country"),
    firstName: present(values.firstName, "firstName"),
    lastName: present(values.lastName, "lastName"),
    email: email(values.email),
    userName: optional(values.userName, userName),
    phone: phone(values.phone),
    password: newPassword(values.password),
    confirm_password: confirmation(values.confirm_password, values.password),
    categories: values.categories.length > 0 ? null : "categoriesRequired",
    documents: values.documents.some(({ expires_on }) => expires_on !== "" && expires_on < today)
      ? "documentsExpired"
      : null,
    terms: values.terms ? null : "termsRequired",
  };
  const asked = STEPS[step] ?? [];
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string] => entry[1] !== null && asked.includes(entry[0]),
    ),
  );
}

export function newDocumentDraft(file: File, kind: string): DocumentDraft {
  return { id: randomId(), kind, file, expires_on: "" };
}

/** The multipart form of the registration; what was left empty is left out, and documents keep their order. */
export function registration(values: BusinessValues): FormData {
  const form = formOf(values, [...(STEPS[0] ?? []), ...(STEPS[1] ?? [])]);
  form.append("terms", String(values.terms));
  return form;
}

/** The multipart form of a further company of a signed-in account. */
export const furtherCompany = (values: BusinessValues): FormData => formOf(values, STEPS[0] ?? []);

function formOf(values: BusinessValues, texts: readonly (keyof BusinessValues & string)[]): FormData {
  const { documents, categories } = values;
  const form = new FormData();
  for (const field of texts) {
    const text = values[field];
    if (typeof text === "string" && text.trim()) form.append(field, text);
  }
  for (const category of categories) form.append("categories", category);
  for (const { kind, file, expires_on } of documents) {
    form.append("document_kinds", kind);
    form.append("document_expires_on", expires_on);
    form.append("documents", file, file.name);
  }
  return form;
}

/** A company as the form of the sign-up asks for it. */
export const valuesOf = (company: Company): BusinessValues => ({
  ...EMPTY,
  company_name: company.name,
  company_email: company.email,
  company_phone: company.phone,
  registration_number: company.registration_number ?? "",
  vat_number: company.vat_number ?? "",
  website: company.website ?? "",
  address: company.address,
  city: company.city,
  postalCode: company.postal_code,
  country: company.country,
  categories: company.categories,
});

/** Returns the changed fields of a company. */
export function changesOf(before: BusinessValues, values: BusinessValues): Partial<BusinessValues> {
  const asked = [...(STEPS[0] ?? []), "categories"];
  return Object.fromEntries(
    asked
      .filter((field) => String(values[field]) !== String(before[field]))
      .map((field) => [field, values[field]]),
  );
}
