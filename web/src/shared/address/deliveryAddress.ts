import { phone, present } from "@/shared/forms/validation";
import type { DeliveryAddress } from "./deliveryAddresses";

/** Form of a delivery address, with the names of the server. */
export interface DeliveryAddressValues extends Record<string, unknown> {
  type: "home" | "work";
  first_name: string;
  last_name: string;
  phone_number: string;
  house: string;
  road: string;
  pincode: string;
  city: string;
  state: string;
  country: string;
  instructions: string;
  is_default: boolean;
}

/** Fields that must not be empty, in the order of the form. */
export const REQUIRED_FIELDS = [
  "first_name",
  "last_name",
  "phone_number",
  "house",
  "road",
  "pincode",
  "city",
  "state",
  "country",
] as const;

export type RequiredField = (typeof REQUIRED_FIELDS)[number];

interface Known {
  firstName: string;
  lastName: string;
  phone?: string | null;
  country?: string | null;
}

/** Returns the values of an address, or of a new one with what the profile knows. */
export function addressValues(address: DeliveryAddress | null, user: Known | null): DeliveryAddressValues {
  if (address) {
    const { id: _, latitude: __, longitude: ___, ...values } = address;
    return values;
  }
  return {
    type: "home",
    first_name: user?.firstName ?? "",
    last_name: user?.lastName ?? "",
    phone_number: user?.phone ?? "",
    house: "",
    road: "",
    pincode: "",
    city: "",
    state: "",
    country: user?.country ?? "",
    instructions: "",
    is_default: false,
  };
}

/** Returns the kind of error of a field, or null. */
export function fieldError(field: RequiredField, value: string): "required" | "phone" | null {
  if (present(value, field)) return "required";
  return field === "phone_number" && phone(value) ? "phone" : null;
}
