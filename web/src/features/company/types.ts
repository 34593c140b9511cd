import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";
import type { Offering } from "@/shared/offering/types";

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

export type CaptionedPicture = Whole<Schemas["CompanyPicture"]>;
export type News = Whole<Schemas["CompanyNews"]>;

export interface Occurrence extends Omit<Whole<Schemas["CompanyEvent"]>, "offering"> {
  offering: Offering;
}

export type { About, Policy, PolicyKind } from "@/shared/policies/api";

/** Room type. With dates, it has the price of the stay and the rooms left. */
export interface RoomOffer extends Offering, Omit<Whole<Schemas["RoomOffer"]>, keyof Offering> {}
