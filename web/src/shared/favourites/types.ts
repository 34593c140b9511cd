import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { CompanySummary, Offering } from "@/shared/offering/types";
import type { Reel } from "@/shared/reels/types";

type Schemas = components["schemas"];

export type FavouriteKind = Schemas["FavouriteKind"];
/** Folder with the pictures of its newest items. */
export type FavouriteFolder = DeepRequired<Schemas["FavouriteFolder"]>;

/** Product, service, ticket or company, as the button that saves it names it. */
export interface Saveable {
  kind: Exclude<FavouriteKind, "reel">;
  id: number;
  name: string;
}

/** Item of a folder. Without a reel, an offering or a company, it is no longer available. */
export interface FavouriteItem extends Pick<Schemas["FavouriteItem"], "kind" | "id" | "saved_at"> {
  reel: Reel | null;
  offering: Offering | null;
  company: CompanySummary | null;
}

/** Reel, offering or company that friends saved. */
export interface FriendFavourite
  extends Pick<Schemas["FriendFavourite"], "kind" | "id" | "saved_at" | "saves" | "friends"> {
  reel: Reel | null;
  offering: Offering | null;
  company: CompanySummary | null;
}
