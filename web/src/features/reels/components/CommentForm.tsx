import { Textarea, UnstyledButton } from "@mantine/core";
import { IconSend2, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { displayName } from "@/lib/displayName";
import type { ReelComment } from "@/shared/reels/types";
import { IconButton } from "@/ui/IconButton";
import { writeComment } from "../api";
import { useCommentCache } from "../hooks/useCommentCache";
import classes from "./Comments.module.css";

/** The server accepts at most this many characters. */
const MAX_LENGTH = 1_000;

interface CommentFormProps {
  reel: number;
  answered: ReelComment | null;
  onAnswered: () => void;
  onNeedAccount: () => boolean;
}

/** Field for a comment, or for an answer. The text stays until the server has it. */
export function CommentForm({ reel, answered, onAnswered, onNeedAccount }: CommentFormProps) {
  const { t } = useTranslation("reels");
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const cache = useCommentCache(reel);
  const sending = useMutation({
    mutationFn: () => writeComment(reel, text.trim(), answered?.id ?? null),
    onSuccess(comment) {
      cache.apply({ type: "comment", comment });
      setText("");
      onAnswered();
    },
  });
  useEffect(() => {
    if (answered) field.current?.focus();
  }, [answered]);
  const submit = () => {
    if (text.trim() && !sending.isPending && onNeedAccount()) sending.mutate();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {answered && (
        <p className={classes.answering}>
          <span>{t("comments.answering", { name: displayName(answered.author) })}</span>
          <UnstyledButton className={classes.small} aria-label={t("comments.noAnswer")} onClick={onAnswered}>
            <IconX size={16} aria-hidden="true" />
          </UnstyledButton>
        </p>
      )}
      <div className={classes.line}>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label={t(answered ? "comments.yourAnswer" : "comments.yours")}
          placeholder={t(answered ? "comments.yourAnswer" : "comments.yours")}
          autosize={false}
          rows={1}
          maxLength={MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <IconButton
          type="submit"
          icon={IconSend2}
          directed
          label={t("comments.send")}
          disabled={!text.trim()}
          loading={sending.isPending}
          variant="filled"
          color="terracotta"
        />
      </div>
      {sending.error && (
        <p role="alert" className={classes.problem}>
          {problemOf(sending.error) ?? t("comments.notSent")}
        </p>
      )}
    </form>
  );
}

/** The server names the reason at its field. */
const problemOf = (error: Error): string | undefined =>
  error instanceof ApiError ? (error.fields.comment?.[0] ?? undefined) : undefined;
