import { phone, present } from "@/shared/forms/validation";
import type { MapPoint } from "@/shared/map/area";
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
  /** Place on the map in degrees. Null if none was set. */
  latitude: number | null;
  longitude: number | null;
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
    const { id: _, ...values } = address;
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
    latitude: null,
    longitude: null,
  };
}

/** Place of an address on the map. */
export function pointOf({
  latitude,
  longitude,
}: Pick<DeliveryAddressValues, "latitude" | "longitude">): MapPoint | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Fields that a place belongs to. */
const PLACED_BY = ["house", "road", "pincode", "city", "country"] as const;

/** Values to save. A place that was set for other words is dropped. */
export function withPlace(
  values: DeliveryAddressValues,
  before: DeliveryAddress | null,
): DeliveryAddressValues {
  const moved = before !== null && PLACED_BY.some((field) => before[field] !== values[field]);
  const kept = before?.latitude === values.latitude && before?.longitude === values.longitude;
  return moved && kept ? { ...values, latitude: null, longitude: null } : values;
}

/** Returns the kind of error of a field, or null. */
export function fieldError(field: RequiredField, value: string): "required" | "phone" | null {
  if (present(value, field)) return "required";
  return field === "phone_number" && phone(value) ? "phone" : null;
}
