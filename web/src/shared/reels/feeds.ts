import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Reel } from "./types";

/** Begins the keys of all feeds. */
export const FEEDS_KEY = ["reels", "feed"] as const;

/** Begins the keys of all lists of comments. */
export const COMMENTS_KEY = ["reels", "comments"] as const;

/** Changes reels in every feed that is in memory. */
export function patchReels(
  queries: QueryClient,
  matches: (reel: Reel) => boolean,
  change: (reel: Reel) => Reel,
): void {
  queries.setQueriesData<InfiniteData<{ reels: Reel[] }>>(
    { queryKey: FEEDS_KEY },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          reels: page.reels.map((reel) => (matches(reel) ? change(reel) : reel)),
        })),
      },
  );
}

/** Shows in every feed the folder of the favourites that holds a reel. */
export function showReelFolder(queries: QueryClient, id: number, folder: number | null): void {
  patchReels(
    queries,
    (reel) => reel.id === id,
    (reel) => {
      const by = Number(folder !== null) - Number(reel.folder_id !== null);
      return { ...reel, folder_id: folder, counts: { ...reel.counts, saves: reel.counts.saves + by } };
    },
  );
}
