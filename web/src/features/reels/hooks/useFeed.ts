import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useHomePlace } from "@/shared/place/useHomePlace";
import { useHomeTown } from "@/shared/place/useHomeTown";
import { patchReels } from "@/shared/reels/feeds";
import type { Reel } from "@/shared/reels/types";
import { type FeedPage, type FeedPosition, readFeed, reelKeys } from "../api";
import { feedOf, type Hidden } from "../model/feed";

const NOTHING: Hidden = { reels: new Set(), companies: new Set() };

/** Part of a feed: its pages are ranked for one position. */
interface PageParam {
  cursor: string | null;
  position: FeedPosition | null;
}

/** Feed of the viewer, from the reel of the address if it names one. Near companies come earlier. */
export function useFeed(first: number | null) {
  const [hidden, setHidden] = useState(NOTHING);
  const { query: town } = useHomeTown();
  const place = useHomePlace();
  const position = place.data && { latitude: place.data.latitude, longitude: place.data.longitude };
  const query = useInfiniteQuery({
    queryKey: reelKeys.feedNear(first, town),
    queryFn: ({ pageParam }) => readFeed(first, pageParam.cursor, pageParam.position),
    initialPageParam: { cursor: null, position: position ?? null } as PageParam,
    getNextPageParam: ({ next }: FeedPage, _pages, { position: of }: PageParam) =>
      next === null ? null : { cursor: next, position: of },
    enabled: !place.isPending,
    // The order of a feed holds while it is open.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const pages = query.data?.pages;
  const reels = useMemo(() => feedOf(pages ?? [], hidden), [pages, hidden]);
  return {
    ...query,
    reels,
    hideReel: (id: number) => setHidden((now) => ({ ...now, reels: new Set([...now.reels, id]) })),
    showReel: (id: number) =>
      setHidden((now) => ({ ...now, reels: new Set([...now.reels].filter((other) => other !== id)) })),
    hideCompany: (id: number) => setHidden((now) => ({ ...now, companies: new Set([...now.companies, id]) })),
    showCompany: (id: number) =>
      setHidden((now) => ({
        ...now,
        companies: new Set([...now.companies].filter((other) => other !== id)),
      })),
  };
}

/** Changes a reel, or all reels of a company, in every feed that is in memory. */
export function useReelPatch() {
  const queries = useQueryClient();
  return (matches: (reel: Reel) => boolean, change: (reel: Reel) => Reel) =>
    patchReels(queries, matches, change);
}
