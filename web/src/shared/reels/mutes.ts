import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { pageParams, toPage } from "@/api/pagination";
import { FEEDS_KEY } from "./feeds";

/** Part of the reels, whose feeds leave them out. */
const MUTED = ["reels", "muted"];
const PER_PAGE = 100;

/** Companies whose reels the account has hidden. */
export function useMuted(enabled = true) {
  return useInfiniteQuery({
    queryKey: MUTED,
    queryFn: async ({ pageParam: page }) => {
      const params = { query: { page, per_page: PER_PAGE } };
      return toPage(await unwrap(api.GET("/api/v1/users/reel-mutes/", { params })));
    },
    ...pageParams,
    enabled,
    // Other screens add to it.
    staleTime: 0,
  });
}

/** Hides the reels of a company from the feed, or shows them again. */
export function useMute(muted: boolean) {
  const queries = useQueryClient();
  const reread = () => {
    // A feed that is open keeps its order. The next one is read without or with these reels.
    queries.removeQueries({ queryKey: FEEDS_KEY, type: "inactive" });
    return queries.invalidateQueries({ queryKey: MUTED });
  };
  return useMutation({
    mutationFn: (company_id: number) =>
      unwrap(api.PUT("/api/v1/users/reel-mutes/", { body: { company_id, muted } })),
    onSuccess: reread,
    // A failure is told at once, and not after the list is read.
    onError: () => void reread(),
  });
}
