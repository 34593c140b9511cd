import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";

export type FulfilmentOffers = Whole<components["schemas"]["FulfilmentOffers"]>;
export type FulfilmentOffer = FulfilmentOffers["options"][number];
