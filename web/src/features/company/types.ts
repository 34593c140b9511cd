import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { Offering } from "@/shared/offering/types";

type Schemas = components["schemas"];

/** Hours of a day. `closes` past 24:00 is on the next day. */
export type Hours = Schemas["Hours"];
/** Weekdays count from 1, Monday. */
export type OpeningHours = DeepRequired<Schemas["OpeningHours"]>;
export type CompanyDetails = DeepRequired<Schemas["CompanyDetails"]>;
export type Review = DeepRequired<Schemas["Page_Review"]["data"][number]>;
export type ReviewSummary = DeepRequired<Schemas["ReviewSummary"]>;

export interface OfferingSection extends Omit<DeepRequired<Schemas["MenuSection"]>, "items"> {
  items: Offering[];
}

export interface OfferingSections {
  sections: OfferingSection[];
  total: number;
}

export type CaptionedPicture = DeepRequired<Schemas["CompanyPicture"]>;
export type News = DeepRequired<Schemas["CompanyNews"]>;

export interface Occurrence extends Omit<DeepRequired<Schemas["CompanyEvent"]>, "offering"> {
  offering: Offering;
}

export type { About, Policy, PolicyKind } from "@/shared/policies/api";

/** Room type. With dates, it has the price of the stay and the rooms left. */
export interface RoomOffer extends Offering, Omit<DeepRequired<Schemas["RoomOffer"]>, keyof Offering> {}
