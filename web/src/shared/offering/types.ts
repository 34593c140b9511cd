import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { Variant } from "@/shared/variants/variants";

type Schemas = components["schemas"];

export type OfferingKind = Schemas["OfferingKind"];
export type Unit = Schemas["Unit"];
export type Availability = Schemas["Availability"];
export type Picture = DeepRequired<Schemas["Picture"]>;
export type OpeningState = DeepRequired<Schemas["OpeningState"]>;
/** Detail field of a category: its key in `details`, its type and limits. */
export type DetailField = Schemas["DetailField"];
export type DetailValue = string | number | boolean | string[];
/** Category with everything that differs between categories. */
export type CategorySpec = Schemas["CategoryView"];
export type OfferingCompany = Schemas["OfferingCompany"];
/** Company in a list. */
export type CompanySummary = DeepRequired<Schemas["CompanySummary"]>;
/** Company in a search, with its distance from the position of the search. */
export type ListedCompany = DeepRequired<Schemas["ListedCompany"]>;

/** Offering in a list. Prices are in minor units and include VAT. */
export interface Offering extends Omit<DeepRequired<Schemas["OfferingCard"]>, "details"> {
  details: Record<string, DetailValue>;
}

/** Group of options of a dish: sauce, size, extras. */
export type OptionGroup = DeepRequired<Schemas["OptionGroup"]>;

/** Page of an offering. */
export interface OfferingDetails
  extends Offering,
    Omit<DeepRequired<Schemas["OfferingDetails"]>, keyof Offering | "variants" | "similar"> {
  variants: Variant[];
  similar: Offering[];
}

/** Cruise with its ports and its next sailings. */
export interface Cruise extends Offering, Omit<DeepRequired<Schemas["CruiseOffer"]>, keyof Offering> {}
