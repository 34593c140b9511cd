import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";

type Schemas = components["schemas"];

export type OfferingKind = Schemas["OfferingKind"];
export type Unit = Schemas["Unit"];
export type Availability = Schemas["Availability"];
export type Picture = Whole<Schemas["Picture"]>;
export type OpeningState = Whole<Schemas["OpeningState"]>;
/** Detail field of a category: its key in `details`, its type and limits. */
export type DetailField = Schemas["DetailField"];
export type DetailValue = string | number | boolean | string[];
/** Category with everything that differs between categories. */
export type CategorySpec = Schemas["CategoryView"];
export type OfferingCompany = Schemas["OfferingCompany"];
/** Company in a list. */
export type CompanySummary = Whole<Schemas["CompanySummary"]>;

/** Offering in a list. Prices are in minor units and include VAT. */
export interface Offering extends Omit<Whole<Schemas["OfferingCard"]>, "details"> {
  details: Record<string, DetailValue>;
}
