import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

/** Free times, prices or seats of a result for the day and the party. */
export type Bookable = DeepRequired<Schemas["Bookable"]>;
export type BookableTime = DeepRequired<Schemas["BookableTime"]>;
export type BookableStay = DeepRequired<Schemas["BookableStay"]>;
