import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ActionError } from "@/shared/forms/ActionError";
import forms from "@/shared/forms/forms.module.css";
import type { ReelComment } from "@/shared/reels/types";
import { Bdi } from "@/ui/Bdi";
import { Sheet } from "@/ui/Sheet";
import { deleteComment } from "../api";
import { useCommentCache } from "../hooks/useCommentCache";

interface DeleteCommentProps {
  reel: number;
  comment: ReelComment;
  onClose: () => void;
  /** The comment leaves the lists now. */
  onDeleted: () => void;
}

/** Asks before a comment is deleted: its likes and answers are lost with it. */
export function DeleteComment({ reel, comment, onClose, onDeleted }: DeleteCommentProps) {
  const { t } = useTranslation("reels");
  const cache = useCommentCache(reel);
  const remove = useMutation({
    // The sheet says it.
    meta: { answersOffline: true },
    mutationFn: () => deleteComment(comment.id),
    onSuccess() {
      onDeleted();
      cache.apply({ type: "comment_removed", comment_id: comment.id, parent_id: comment.parent_id });
    },
  });
  return (
    <Sheet opened onClose={onClose} title={t("comments.deleteTitle")}>
      <div className={forms.form}>
        <ActionError error={remove.error} text={t("comments.notDeleted")} />
        <Bdi>{comment.text}</Bdi>
        {comment.replies > 0 && <p>{t("comments.deleteAnswers", { count: comment.replies })}</p>}
        <Button color="brick" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t("comments.deleteConfirm")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
