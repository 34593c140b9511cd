import { useQueryClient } from "@tanstack/react-query";
import type { ReelComment } from "@/shared/reels/types";
import { reelKeys } from "../api";
import { applyToComments, applyToReplies, type CommentPages, mapComment } from "../model/comments";
import type { CommentEvent } from "../model/reelTopic";

/** Changes the lists of comments that are in memory. */
export function useCommentCache(reel: number) {
  const queries = useQueryClient();
  /** Calls `change` with the lists; the parent is null for the list of comments. */
  const patch = (change: (data: CommentPages, parent: number | null) => CommentPages) => {
    for (const [key] of queries.getQueriesData<CommentPages>({ queryKey: reelKeys.comments(reel) })) {
      const parent = typeof key[3] === "number" ? key[3] : null;
      queries.setQueryData<CommentPages>(key, (data) => data && change(data, parent));
    }
  };
  return {
    apply: (event: CommentEvent) =>
      patch((data, parent) =>
        parent === null ? applyToComments(data, event) : applyToReplies(data, event, parent),
      ),
    change: (id: number, change: (comment: ReelComment) => ReelComment) =>
      patch((data) => mapComment(data, id, change)),
    reread: () => void queries.invalidateQueries({ queryKey: reelKeys.comments(reel) }),
  };
}
