import { ConfirmedValues } from "@/api/optimistic";
import type { CommentLikes } from "./reelTopic";

/** The viewer's likes of comments that are on their way. */
export const commentLikes = new ConfirmedValues<number, boolean>();

/** Last live numbers of those comments. */
const held = new Map<number, number>();

/** Returns the live numbers to show now. That of a comment whose like is on its way waits: it may be older than the press. */
export const showable = (comments: readonly CommentLikes[]): CommentLikes[] =>
  comments.filter(({ comment_id, likes }) => {
    const waits = commentLikes.isPending(comment_id);
    if (waits) held.set(comment_id, likes);
    return !waits;
  });

/** Returns the live number that waited for a like, if there is one. */
export function takeHeld(comment: number): number | undefined {
  const likes = held.get(comment);
  held.delete(comment);
  return likes;
}
