export type OfferingKind = "product" | "service" | "ticket";
export type Unit = "item" | "person" | "night";
export type Availability =
  | "appointment"
  | "table"
  | "timed_entry"
  | "nights"
  | "occurrence"
  | "stock"
  | "unlimited";

export interface Picture {
  id: number;
  url: string;
  width: number | null;
  height: number | null;
  /** A colour (`#rrggbb`) or a tiny `data:` URL. */
  placeholder: string | null;
}

export type OpeningState =
  | { state: "open"; closes_at: string | null }
  | { state: "closing_soon"; closes_at: string }
  | { state: "opening_soon"; opens_at: string }
  | { state: "closed"; opens_at: string | null };

/** Detail field of a category: its key in `details`, its type and limits. */
export type DetailField = { key: string } & (
  | { type: "number"; min: number; max: number }
  | { type: "text"; max: number }
  | { type: "choice"; options: string[] }
  | { type: "many"; options: string[] }
  | { type: "flag" | "languages" | "port" | "ports" }
);

export type DetailValue = string | number | boolean | string[];

/** Category with everything that differs between categories. */
export interface CategorySpec {
  key: string;
  name_key: string;
  label: string;
  subcategories: { key: string; name_key: string; label: string }[];
  unit: Unit;
  /** Availability kinds of its offerings, the usual one first. */
  availability: Availability[];
  fields: DetailField[];
}

export interface OfferingCompany {
  id: number;
  handle: string;
  name: string;
  city: string;
  currency: string;
  time_zone: string;
}

/** Offering in a list. Prices are in minor units and include VAT. */
export interface Offering {
  id: number;
  company: OfferingCompany;
  category: string;
  subcategory: string | null;
  kind: OfferingKind;
  availability: Availability;
  name: string;
  /** Lowest price of its variants. */
  price: number;
  unit: Unit;
  currency: string;
  picture: Picture | null;
  rating: number | null;
  rating_count: number;
  sold_out: boolean;
  duration_minutes: number;
  members_min: number;
  members_max: number;
  details: Record<string, DetailValue>;
  /** Start of the next occurrence. */
  next_at: string | null;
  folder: { id: number; name: string } | null;
}

/** Company in a list. */
export interface CompanySummary {
  id: number;
  handle: string;
  name: string;
  categories: string[];
  subcategories: string[];
  city: string;
  country: string;
  currency: string;
  time_zone: string;
  latitude: number | null;
  longitude: number | null;
  logo: Picture | null;
  cover: Picture | null;
  /** 1 to 4. */
  price_level: number | null;
  /** One decimal, null without reviews. */
  rating: number | null;
  rating_count: number;
  follower_count: number;
  opening: OpeningState;
  features: string[];
}
