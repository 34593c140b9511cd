import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";

type Schemas = components["schemas"];

/** Free times, prices or seats of a result for the day and the party. */
export type Bookable = Whole<Schemas["Bookable"]>;
export type BookableTime = Whole<Schemas["BookableTime"]>;
export type BookableStay = Whole<Schemas["BookableStay"]>;
