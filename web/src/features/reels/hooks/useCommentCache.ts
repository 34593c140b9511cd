import { useQueryClient } from "@tanstack/react-query";
import type { ReelComment } from "@/shared/reels/types";
import { NAMED, reelKeys } from "../api";
import {
  applyToComments,
  applyToNamed,
  applyToReplies,
  type CommentPages,
  mapComment,
} from "../model/comments";
import type { CommentEvent } from "../model/reelTopic";

/** The comment whose answers are listed, a named comment, or null for the comments of the reel. */
type CommentList = number | typeof NAMED | null;

/** Changes the lists of comments that are in memory. */
export function useCommentCache(reel: number) {
  const queries = useQueryClient();
  /** Calls `change` with each list, and with what it is a list of. */
  const patch = (change: (data: CommentPages, list: CommentList) => CommentPages) => {
    for (const [key] of queries.getQueriesData<CommentPages>({ queryKey: reelKeys.comments(reel) })) {
      const list = typeof key[3] === "number" || key[3] === NAMED ? key[3] : null;
      queries.setQueryData<CommentPages>(key, (data) => data && change(data, list));
    }
  };
  return {
    apply: (event: CommentEvent) =>
      patch((data, list) => {
        if (list === NAMED) return applyToNamed(data, event);
        return list === null ? applyToComments(data, event) : applyToReplies(data, event, list);
      }),
    change: (id: number, change: (comment: ReelComment) => ReelComment) =>
      patch((data) => mapComment(data, id, change)),
    reread: () => void queries.invalidateQueries({ queryKey: reelKeys.comments(reel) }),
  };
}
