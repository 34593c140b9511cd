import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { isGuest, useUser } from "@/api/auth";
import { api, unwrap } from "@/api/client";
import type { UserCard } from "@/api/types";
import { reelKeys } from "../api";
import type { CommentPages } from "../model/comments";

const FRIENDS = 20;
/** Friends change rarely while a comment is written. */
const STALE_MS = 60_000;

/** Returns the people to suggest in a comment: those who have commented, and friends whose name fits. */
export function useMentionable(reel: number, query: string | undefined): readonly UserCard[] {
  const user = useUser();
  const queries = useQueryClient();
  const friends = useQuery({
    queryKey: ["reels", "mentionable", query],
    queryFn: async () => {
      const params = { query: { query: query || undefined, per_page: FRIENDS } };
      return (await unwrap(api.GET("/api/v1/users/friends/", { params }))).data;
    },
    enabled: query !== undefined && user !== null && !isGuest(user),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  if (query === undefined) return [];
  const comments = queries
    .getQueriesData<CommentPages>({ queryKey: reelKeys.comments(reel) })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.comments) ?? []);
  const known = new Map([
    ...comments.map(({ author }) => [author.id, author] as const),
    ...(friends.data ?? []).map((friend) => [friend.id, friend] as const),
  ]);
  if (user) known.delete(user.id);
  // The handle of a company is not a user name: a comment does not mention it.
  return [...known.values()].filter(({ type }) => type !== "company");
}
