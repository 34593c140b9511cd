import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { ReelComment } from "@/shared/reels/types";
import { readThread, reelKeys } from "../api";
import type { CommentPages } from "../model/comments";

/**
 * Comment of this reel that the address names, after the one that it answers. Nothing for a comment of another reel. The
 * address loses it once it is read: a reload does not lead to it again.
 */
export function useNamedComment(reel: number): { comments: ReelComment[]; isGone: boolean } {
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const inAddress = search.get("comment");
  const [named, setNamed] = useState(inAddress);
  if (inAddress !== null && inAddress !== named) setNamed(inAddress);
  const id = Number(named);
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error } = useQuery({
    queryKey: reelKeys.named(reel, id),
    queryFn: async (): Promise<CommentPages> => ({ pages: [await readThread(id)], pageParams: [null] }),
    enabled: isId,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  const isRead = data !== undefined || isGone || !isId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the feed may put it back while it adds its own part
  useEffect(() => {
    if (!isRead || inAddress === null) return;
    const without = (now: URLSearchParams) => {
      now.delete("comment");
      return now;
    };
    setSearch(without, { replace: true, preventScrollReset: true, state });
  }, [isRead, inAddress, key]);
  const comments = data?.pages.flatMap((page) => page.comments) ?? [];
  return { comments: comments.filter(({ reel_id }) => reel_id === reel), isGone };
}
