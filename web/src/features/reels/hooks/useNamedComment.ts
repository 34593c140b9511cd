import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import type { ReelComment } from "@/shared/reels/types";
import { readThread, reelKeys } from "../api";
import type { CommentPages } from "../model/comments";

/** Comment of this reel that the address names, after the one that it answers. Nothing for a comment of another reel. */
export function useNamedComment(reel: number, id: number): { comments: ReelComment[]; isGone: boolean } {
  const { data, error } = useQuery({
    queryKey: reelKeys.named(reel, id),
    queryFn: async (): Promise<CommentPages> => ({ pages: [await readThread(id)], pageParams: [null] }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  const comments = data?.pages.flatMap((page) => page.comments) ?? [];
  return {
    comments: comments.filter(({ reel_id }) => reel_id === reel),
    isGone: error instanceof ApiError && error.status === 404,
  };
}
