import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";
import type { Offering } from "@/shared/offering/types";
import type { Reel } from "@/shared/reels/types";

type Schemas = components["schemas"];

export type FavouriteKind = Schemas["FavouriteKind"];
/** Folder with the pictures of its newest items. */
export type FavouriteFolder = Whole<Schemas["FavouriteFolder"]>;

/** Item of a folder. Without a reel or an offering, it is no longer available. */
export interface FavouriteItem extends Pick<Schemas["FavouriteItem"], "kind" | "id" | "saved_at"> {
  reel: Reel | null;
  offering: Offering | null;
}

/** Reel or offering that friends saved. */
export interface FriendFavourite
  extends Pick<Schemas["FriendFavourite"], "kind" | "id" | "saved_at" | "saves" | "friends"> {
  reel: Reel | null;
  offering: Offering | null;
}
