import { useQueryClient } from "@tanstack/react-query";
import type { ReelComment } from "@/shared/reels/types";
import { NAMED, reelKeys } from "../api";
import { showable } from "../model/commentLikes";
import {
  applyToComments,
  applyToNamed,
  applyToReplies,
  type CommentPages,
  CountedAnswers,
  mapComment,
} from "../model/comments";
import type { CommentEvent } from "../model/reelTopic";

/** The comment whose answers are listed, a named comment, or null for the comments of the reel. */
type CommentList = number | typeof NAMED | null;

const counted = new CountedAnswers();

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
    apply(told: CommentEvent) {
      const isNew = counted.isNew(told);
      const event = told.type === "comment_likes" ? { ...told, comments: showable(told.comments) } : told;
      patch((data, list) => {
        if (typeof list === "number") return applyToReplies(data, event, list);
        if (!isNew) return data;
        return list === NAMED ? applyToNamed(data, event) : applyToComments(data, event);
      });
    },
    change: (id: number, change: (comment: ReelComment) => ReelComment) =>
      patch((data) => mapComment(data, id, change)),
    reread: () => void queries.invalidateQueries({ queryKey: reelKeys.comments(reel) }),
  };
}
