import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { ReelComment } from "@/shared/reels/types";
import { likeComment } from "../api";
import { commentLikes, takeHeld } from "../model/commentLikes";
import { useCommentCache } from "./useCommentCache";

/** Likes a comment. The page shows it at once, then what the server answers, and takes it back if the server refuses. */
export function useCommentLike(reel: number, { id, liked: before }: ReelComment): (liked: boolean) => void {
  const { t } = useTranslation("reels");
  const cache = useCommentCache(reel);
  const set = (liked: boolean) =>
    cache.change(id, (known) =>
      known.liked === liked ? known : { ...known, liked, likes: known.likes + (liked ? 1 : -1) },
    );
  const like = useMutation({
    // One after the other: the last press decides.
    scope: { id: "comment-like" },
    mutationFn: (liked: boolean) => likeComment(id, liked),
    onMutate(liked) {
      commentLikes.begin(id, before);
      set(liked);
    },
    onSuccess({ liked, likes }) {
      commentLikes.confirm(id, liked);
      if (commentLikes.isPending(id)) return;
      // A list that was read meanwhile may lack the like. A live number with the like in it may be newer than the answer.
      const shown = { liked, likes: takeHeld(id) ?? likes };
      cache.change(id, (known) => ({ ...known, ...shown }));
    },
    onError(error, liked) {
      commentLikes.fail(id, (confirmed) => {
        set(confirmed);
        const likes = takeHeld(id);
        if (likes !== undefined) cache.change(id, (known) => ({ ...known, likes }));
      });
      toast.error(t("like.failed"), error, () => like.mutate(liked));
    },
  });
  return like.mutate;
}
