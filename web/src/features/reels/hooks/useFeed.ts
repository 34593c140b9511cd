import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Reel } from "@/shared/reels/types";
import { type FeedPage, readFeed, reelKeys } from "../api";
import { feedOf, type Hidden } from "../model/feed";

const NOTHING: Hidden = { reels: new Set(), companies: new Set() };

/** Feed of the viewer, from the reel of the address if it names one. */
export function useFeed(first: number | null) {
  const [hidden, setHidden] = useState(NOTHING);
  const query = useInfiniteQuery({
    queryKey: reelKeys.feed(first),
    queryFn: ({ pageParam }) => readFeed(first, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: FeedPage) => next,
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
    queries.setQueriesData<InfiniteData<FeedPage, string | null>>(
      { queryKey: reelKeys.feeds },
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
