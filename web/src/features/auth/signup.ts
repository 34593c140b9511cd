import type { UseFormReturnType } from "@mantine/form";

/** What the two steps of the sign-up ask for, under the server's names. */
export interface SignupValues extends Record<string, string | boolean> {
  email: string;
  userName: string;
  password: string;
  confirm_password: string;
  firstName: string;
  lastName: string;
  dob: string;
  gender: string;
  address: string;
  terms: boolean;
  marketing: boolean;
}

export type SignupForm = UseFormReturnType<SignupValues>;

export const STEPS = [
  ["email", "userName", "password", "confirm_password"],
  ["firstName", "lastName", "dob", "gender", "address", "terms", "marketing"],
] as const;

export function stepOf(field: string): number {
  return (STEPS[0] as readonly string[]).includes(field) ? 0 : 1;
}
