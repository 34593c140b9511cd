import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";

type Schemas = components["schemas"];

export type Cart = Whole<Schemas["Cart"]>;
export type CartBooking = Whole<Schemas["CartBooking"]>;
export type CartLine = Whole<Schemas["CartLine"]>;
export type CartProblem = Schemas["Problem"];
export type LineProblem = Schemas["LineProblem"];
export type Fulfilment = Schemas["Fulfilment"];
export type FulfilmentOption = Whole<Schemas["FulfilmentOption"]>;
export type PromoCode = Whole<Schemas["PromoCode"]>;
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
