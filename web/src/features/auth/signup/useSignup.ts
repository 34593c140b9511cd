import { create } from "zustand";
import { rememberedCountry } from "@/lib/rememberedCountry";

/** Step 1: how one will sign in. Under the server's names. */
export interface Access extends Record<string, unknown> {
  email: string;
  userName: string;
  password: string;
  confirm_password: string;
}

/** Step 2: who one is, and where. */
export interface Person extends Record<string, unknown> {
  firstName: string;
  lastName: string;
  dob: string;
  gender: string;
  phone: string;
  address: string;
  addressLine2: string;
  city: string;
  postalCode: string;
  country: string;
  terms: boolean;
  marketing: boolean;
}

export const NO_ACCESS: Access = { email: "", userName: "", password: "", confirm_password: "" };

export const NOBODY: Person = {
  firstName: "",
  lastName: "",
  dob: "",
  gender: "",
  phone: "",
  address: "",
  addressLine2: "",
  city: "",
  postalCode: "",
  country: "",
  terms: false,
  marketing: false,
};

interface Signup {
  access: Access;
  person: Person;
  /** Step 1 was filled in rightly. */
  through: boolean;
  /** Sent off. It outlives the screen: being signed in draws the whole page anew. */
  sent: boolean;
  /** What the server refused of step 1, after step 2. */
  refused: Record<string, string>;
}

const empty = (): Signup => ({
  access: NO_ACCESS,
  person: { ...NOBODY, country: rememberedCountry() },
  through: false,
  sent: false,
  refused: {},
});

/** What was typed, between the two steps. In memory alone: a password is written down nowhere, so a reload begins anew. */
export const useSignup = create<Signup>(empty);

export const forgetSignup = () => useSignup.setState(empty(), true);

export function isAccess(field: string): boolean {
  return field in NO_ACCESS;
}

/** The body of the registration: what was left empty is left out. */
export function registration(access: Access, person: Person) {
  const trimmed = { ...access, email: access.email.trim(), userName: access.userName.trim() };
  const { addressLine2, phone, city, postalCode, country, ...asked } = person;
  const filled = Object.entries({ addressLine2, phone, city, postalCode, country }).filter(([, text]) =>
    text.trim(),
  );
  return { ...trimmed, ...asked, ...Object.fromEntries(filled) };
}
