import { useEffect } from "react";
import { useRepeatWhenReachable } from "@/lib/reachable";
import type { useFeed } from "./useFeed";

type Feed = Pick<
  ReturnType<typeof useFeed>,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

/**
 * Reads the next page of a feed while the viewer is near its end. One that failed is read again once the server can be
 * reached, or with the returned function.
 */
export function useReadAhead(feed: Feed, isNearEnd: boolean): () => void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = feed;
  const wantsMore = isNearEnd && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (wantsMore && !isFetchNextPageError) void fetchNextPage();
  }, [wantsMore, isFetchNextPageError, fetchNextPage]);
  const again = () => {
    if (wantsMore && isFetchNextPageError) void fetchNextPage();
  };
  useRepeatWhenReachable(isFetchNextPageError ? again : null);
  return again;
}
