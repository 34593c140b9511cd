import { Textarea } from "@mantine/core";
import { IconSend2, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { displayName } from "@/lib/displayName";
import { lazyPart } from "@/lib/lazyPart";
import { useCaretMention, useMentions } from "@/shared/mentions/useMentions";
import type { ReelComment } from "@/shared/reels/types";
import { RequestKeys } from "@/shared/requests/requestKeys";
import { IconButton } from "@/ui/IconButton";
import { writeComment } from "../api";
import { useCommentCache } from "../hooks/useCommentCache";
import { useMentionable } from "../hooks/useMentionable";
import { actOn } from "../model/acts";
import classes from "./Comments.module.css";

const MentionList = lazyPart(() => import("@/shared/mentions/MentionList").then((file) => file.MentionList));

/** The server accepts at most this many characters. */
const MAX_LENGTH = 1_000;
/** Number of characters left from which the form counts. */
const COUNTDOWN_FROM = 100;

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
  const rest = useId();
  const mention = useCaretMention(text, true);
  const people = useMentionable(reel, mention.written?.query);
  const mentions = useMentions({ field, text, setText, mention, enabled: true, people });
  const left = MAX_LENGTH - [...text.trim()].length;
  const [keys] = useState(() => new RequestKeys());
  const sending = useMutation({
    mutationFn() {
      const draft = [reel, text.trim(), answered?.id ?? null] as const;
      return writeComment(...draft, keys.of(draft, []));
    },
    onMutate: () => actOn(reel),
    onSuccess(comment) {
      cache.apply({ type: "comment", comment });
      keys.clear();
      setText("");
      onAnswered();
    },
  });
  useEffect(() => {
    if (!answered) return;
    // An answer to an answer stands below the same comment: the name tells them apart.
    if (answered.parent_id !== null) setText((typed) => typed || `@${answered.author.userName} `);
    field.current?.focus();
  }, [answered]);
  const canSend = text.trim() !== "" && left >= 0;
  const submit = () => {
    if (canSend && !sending.isPending && onNeedAccount()) sending.mutate();
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
          <IconButton
            bare
            icon={IconX}
            iconSize={16}
            className={classes.small}
            label={t("comments.noAnswer")}
            onClick={onAnswered}
          />
        </p>
      )}
      <Suspense>{mentions.open && <MentionList mentions={mentions} />}</Suspense>
      <div className={classes.line}>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label={t(answered ? "comments.yourAnswer" : "comments.yours")}
          placeholder={t(answered ? "comments.yourAnswer" : "comments.yours")}
          autosize={false}
          rows={1}
          value={text}
          aria-invalid={left < 0 || undefined}
          aria-describedby={left < COUNTDOWN_FROM ? rest : undefined}
          {...mentions.field}
          onSelect={mentions.moved}
          onChange={(event) => {
            mentions.moved();
            setText(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            submit();
          }}
        />
        <IconButton
          type="submit"
          icon={IconSend2}
          directed
          label={t("comments.send")}
          disabled={!canSend}
          loading={sending.isPending}
          variant="filled"
          color="terracotta"
        />
      </div>
      {left < COUNTDOWN_FROM && (
        <p id={rest} className={left < 0 ? classes.problem : classes.rest} aria-live="polite">
          {left < 0 ? t("comments.tooMany", { count: -left }) : t("comments.rest", { count: left })}
        </p>
      )}
      {sending.error && (
        <p role="alert" className={classes.problem}>
          {t(`comments.${problemOf(sending.error)}`)}
        </p>
      )}
    </form>
  );
}

/** Fields that the server refuses a comment at, with the key of their text. */
const REFUSED_FIELDS = { comment: "refused", parent: "parentGone" } as const;

/** Returns the key of the text that tells the reason. */
function problemOf(error: Error) {
  if (!(error instanceof ApiError)) return "notSent";
  if (error.code === "reel.too_many_comments") return "tooOften";
  const fields = Object.keys(REFUSED_FIELDS) as (keyof typeof REFUSED_FIELDS)[];
  const field = fields.find((name) => error.fields[name]);
  return field ? REFUSED_FIELDS[field] : "notSent";
}
