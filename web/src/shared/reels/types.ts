import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";
import type { Offering } from "@/shared/offering/types";

type Schemas = components["schemas"];

export type ReelState = Schemas["ReelState"];
export type ReelCounts = Schemas["ReelCounts"];
export type ReelComment = Omit<Whole<Schemas["ReelComment"]>, "author" | "mentions"> &
  Pick<Schemas["ReelComment"], "author" | "mentions">;
export type ReelVideo = Whole<Schemas["ReelVideo"]>;

/** Reel in a feed or a list. The schema does not describe the details of its offerings. */
export interface Reel extends Omit<Whole<Schemas["Reel"]>, "offerings"> {
  offerings: Offering[];
}
