import type { Credentials } from "@/api/auth";
import type { User } from "@/api/types";

export function aUser(changes: Partial<User> = {}): User {
  return {
    id: 7,
    type: "regular",
    userName: "alice",
    firstName: "Alice",
    lastName: "Moreau",
    email: "alice@plaza.example",
    phone: null,
    dob: null,
    gender: null,
    address: null,
    addressLine2: null,
    city: null,
    postalCode: null,
    country: null,
    language: "US",
    marketing: false,
    picture: null,
    emailVerified: true,
    pendingEmail: null,
    hasPassword: true,
    phoneVerified: false,
    documents: [],
    favouriteCategories: [],
    createdAt: "2026-01-02T03:04:05.000Z",
    ...changes,
  };
}

export function credentials(changes: Partial<Credentials> = {}): Credentials {
  return { access_token: "access-1", refresh_token: "refresh-1", user: aUser(), ...changes };
}
