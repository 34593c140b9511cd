import { create } from "zustand";
import { rememberedCountry } from "@/lib/rememberedCountry";

/** Step 1: how one will sign in. Under the server's names. */
export interface CredentialsValues extends Record<string, unknown> {
  email: string;
  userName: string;
  password: string;
  confirm_password: string;
}

/** Step 2: who one is, and where. */
export interface PersonValues extends Record<string, unknown> {
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

export const EMPTY_CREDENTIALS: CredentialsValues = {
  email: "",
  userName: "",
  password: "",
  confirm_password: "",
};

export const EMPTY_PERSON: PersonValues = {
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
  credentials: CredentialsValues;
  person: PersonValues;
  /** Step 1 was filled in rightly. */
  stepOneDone: boolean;
  /** Request sent. Survives the screen: signing in renders the whole page again. */
  sent: boolean;
  /** Server errors about step 1, received after step 2. */
  refused: Record<string, string>;
}

const empty = (): Signup => ({
  credentials: EMPTY_CREDENTIALS,
  person: { ...EMPTY_PERSON, country: rememberedCountry() },
  stepOneDone: false,
  sent: false,
  refused: {},
});

/** Values shared by the two sign-up steps. Kept in memory only because of the password, so a reload starts again. */
export const useSignup = create<Signup>(empty);

export const forgetSignup = () => useSignup.setState(empty(), true);

export function isCredentialsField(field: string): boolean {
  return field in EMPTY_CREDENTIALS;
}

/** The body of the registration: what was left empty is left out. */
export function registration(access: CredentialsValues, person: PersonValues) {
  const trimmed = { ...access, email: access.email.trim(), userName: access.userName.trim() };
  const { addressLine2, phone, city, postalCode, country, ...asked } = person;
  const filled = Object.entries({ addressLine2, phone, city, postalCode, country }).filter(([, text]) =>
    text.trim(),
  );
  return { ...trimmed, ...asked, ...Object.fromEntries(filled) };
}
