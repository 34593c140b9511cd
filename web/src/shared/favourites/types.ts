import type { Offering, Picture } from "@/shared/offering/types";
import type { Reel } from "@/shared/reels/types";

export type FavouriteKind = "reel" | "offering";

export interface FavouriteFolder {
  folder_id: number;
  name: string;
  items: number;
  /** Pictures of the newest items. */
  previews: Picture[];
  created_at: string;
  updated_at: string;
}

/** Item of a folder. Without a reel or an offering, it is no longer available. */
export interface FavouriteItem {
  kind: FavouriteKind;
  id: number;
  saved_at: string;
  reel: Reel | null;
  offering: Offering | null;
}
