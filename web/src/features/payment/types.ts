import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Order = DeepRequired<Schemas["Order"]>;
export type SavedCard = DeepRequired<Schemas["SavedCard"]>;
export type ProviderInfo = DeepRequired<Schemas["ProviderInfo"]>;
export type PaymentResult = DeepRequired<Schemas["PaymentResult"]>;

/** Card to pay with: a saved one, or a token of the provider. */
export type Method = { card_id: number } | { payment_method: string };
