import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ReelComment } from "@/shared/reels/types";
import { CommentRow } from "./CommentRow";
import classes from "./Comments.module.css";

interface NamedCommentProps {
  reel: number;
  /** The named comment last, after the one that it answers. */
  comments: readonly ReelComment[];
  onAnswer: (comment: ReelComment) => void;
  onNeedAccount: () => boolean;
}

/** Comment that a notification is about, marked, above the others. */
export function NamedComment({ comments, ...rest }: NamedCommentProps) {
  const { t } = useTranslation("reels");
  const list = useRef<HTMLUListElement>(null);
  const named = comments.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another comment is shown
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [named]);
  return (
    <ul ref={list} className={classes.named} aria-label={t("comments.named")}>
      {comments.map((comment) => (
        <CommentRow key={comment.id} {...rest} comment={comment} isNamed={comment.id === named} />
      ))}
    </ul>
  );
}
