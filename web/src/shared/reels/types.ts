import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { Offering } from "@/shared/offering/types";

type Schemas = components["schemas"];

export type ReelState = Schemas["ReelState"];
export type ReelCounts = Schemas["ReelCounts"];
export type ReelComment = Omit<DeepRequired<Schemas["ReelComment"]>, "author" | "mentions"> &
  Pick<Schemas["ReelComment"], "author" | "mentions">;
export type ReelVideo = DeepRequired<Schemas["ReelVideo"]>;

/** Reel in a feed or a list. The schema does not describe the details of its offerings. */
export interface Reel extends Omit<DeepRequired<Schemas["Reel"]>, "offerings"> {
  offerings: Offering[];
}
