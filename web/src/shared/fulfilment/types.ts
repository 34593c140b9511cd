import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

export type FulfilmentOffers = DeepRequired<components["schemas"]["FulfilmentOffers"]>;
export type FulfilmentOffer = FulfilmentOffers["options"][number];
