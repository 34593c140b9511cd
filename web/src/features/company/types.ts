import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";
import type { Offering, Picture } from "@/shared/offering/types";

type Schemas = components["schemas"];

/** Hours of a day. `closes` past 24:00 is on the next day. */
export type Hours = Schemas["Hours"];
/** Weekdays count from 1, Monday. */
export type OpeningHours = Whole<Schemas["OpeningHours"]>;
export type CompanyDetails = Whole<Schemas["CompanyDetails"]>;
export type Review = Whole<Schemas["Page_Review"]["data"][number]>;
export type ReviewSummary = Whole<Schemas["ReviewSummary"]>;

export interface OfferingSection extends Omit<Whole<Schemas["MenuSection"]>, "items"> {
  items: Offering[];
}

export interface OfferingSections {
  sections: OfferingSection[];
  total: number;
}

export type CaptionedPicture = Picture & {
  caption: string;
  kind: "image" | "video" | "voice" | "file";
  /** URL of the poster of a video. */
  poster: string | null;
};

export type News = Whole<Schemas["CompanyNews"]>;

export interface Occurrence {
  id: number;
  starts_at: string;
  ends_at: string;
  offering: Offering;
}

export type PolicyKind = "cancellation" | "rule" | "refund" | "privacy" | "directions";

export interface Policy {
  id: number;
  title: string;
  text: string;
}

export interface About {
  /** `facility` is the key of a listed facility, null for one of its own. */
  facilities: { id: number; facility: string | null; title: string; text: string }[];
  policies: Record<PolicyKind, Policy[]>;
  features: string[];
}
