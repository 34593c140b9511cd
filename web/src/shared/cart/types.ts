import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Cart = DeepRequired<Schemas["Cart"]>;
export type CartBooking = DeepRequired<Schemas["CartBooking"]>;
export type CartLine = DeepRequired<Schemas["CartLine"]>;
export type CartProblem = Schemas["Problem"];
export type LineProblem = Schemas["LineProblem"];
export type Fulfilment = Schemas["Fulfilment"];
export type CartOption = DeepRequired<Schemas["CartOption"]>;
export type PromoCode = DeepRequired<Schemas["PromoCode"]>;
export type CartLineForm = Schemas["CartLineForm"];
export type CartDetailsForm = Schemas["CartDetailsForm"];
export type ChosenOption = Schemas["ChosenOption"];

/** Group of options of a product. */
export interface OptionGroup {
  name: string;
  required: boolean;
  max: number;
  choices: { name: string; price: number }[];
}
