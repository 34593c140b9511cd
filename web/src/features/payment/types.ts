import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";

type Schemas = components["schemas"];

export type Order = Whole<Schemas["Order"]>;
export type SavedCard = Whole<Schemas["SavedCard"]>;
export type ProviderInfo = Whole<Schemas["ProviderInfo"]>;
export type PaymentResult = Whole<Schemas["PaymentResult"]>;

/** Card to pay with: a saved one, or a token of the provider. */
export type Method = { card_id: number } | { payment_method: string };
