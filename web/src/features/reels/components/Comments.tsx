import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Reel, ReelComment } from "@/shared/reels/types";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { readComments, reelKeys } from "../api";
import { useNamedComment } from "../hooks/useNamedComment";
import { CommentForm } from "./CommentForm";
import { CommentRow } from "./CommentRow";
import classes from "./Comments.module.css";
import { NamedComment } from "./NamedComment";

interface CommentsProps {
  reel: Reel;
  /** Asks a visitor to sign in before a comment or a like. Returns true if the account may go on. */
  onNeedAccount: () => boolean;
}

/** Comments on a reel, the newest first, with their answers, and the field for one's own. A comment that the address names is at the top. */
export function Comments({ reel, onNeedAccount }: CommentsProps) {
  const { t } = useTranslation("reels");
  const named = useNamedComment(reel.id);
  const [answered, setAnswered] = useState<ReelComment | null>(null);
  const list = useInfiniteQuery({
    queryKey: reelKeys.comments(reel.id),
    queryFn: ({ pageParam }) => readComments(reel.id, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const [top] = named.comments;
  const comments = (list.data?.pages.flatMap((page) => page.comments) ?? []).filter(
    ({ id }) => id !== top?.id,
  );
  return (
    <div className={classes.panel}>
      <div className={classes.scroll} tabIndex={-1} data-comments="">
        {list.isPending && <RowSkeletons rows={4} />}
        {list.isError && comments.length === 0 && (
          <ErrorState title={t("comments.failed")} onRetry={() => void list.refetch()} />
        )}
        {named.isGone && <p className={classes.empty}>{t("comments.namedGone")}</p>}
        {named.comments.length > 0 && (
          <NamedComment
            reel={reel.id}
            comments={named.comments}
            onAnswer={setAnswered}
            onNeedAccount={onNeedAccount}
          />
        )}
        {list.isSuccess && comments.length === 0 && !top && !list.hasNextPage && (
          <p className={classes.empty}>{t("comments.empty")}</p>
        )}
        {comments.length > 0 && (
          <ul className={classes.list} aria-label={t("comments.title")}>
            {comments.map((comment) => (
              <CommentRow
                key={comment.id}
                reel={reel.id}
                comment={comment}
                onAnswer={setAnswered}
                onNeedAccount={onNeedAccount}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button
            variant="default"
            fullWidth
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t("comments.older")}
          </Button>
        )}
      </div>
      <CommentForm
        reel={reel.id}
        answered={answered}
        onAnswered={() => setAnswered(null)}
        onNeedAccount={onNeedAccount}
      />
    </div>
  );
}
