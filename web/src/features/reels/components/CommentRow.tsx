import { Button, UnstyledButton } from "@mantine/core";
import { IconHeart } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { mentionsIn } from "@/shared/mentions/mentionsIn";
import { PersonLink } from "@/shared/person/PersonLink";
import type { ReelComment } from "@/shared/reels/types";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { RelativeTime } from "@/ui/RelativeTime";
import { Sheet } from "@/ui/Sheet";
import { readComments, reelKeys, reportComment } from "../api";
import { useCommentLike } from "../hooks/useCommentLike";
import classes from "./Comments.module.css";

const DeleteComment = lazyPart(() => import("./DeleteComment").then((file) => file.DeleteComment));
const Report = lazyPart(() => import("@/shared/report/Report").then((file) => file.Report));

interface CommentRowProps {
  reel: number;
  comment: ReelComment;
  /** The address names it. */
  isNamed?: boolean;
  onAnswer: (comment: ReelComment) => void;
  onNeedAccount: () => boolean;
}

/** Comment with its like, its answers and its deletion. */
export function CommentRow(props: CommentRowProps) {
  const { reel, comment, isNamed, onAnswer, onNeedAccount } = props;
  const { t } = useTranslation("reels");
  const format = useFormat();
  const like = useCommentLike(reel, comment);
  const user = useUser();
  const [open, setOpen] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  // A member of the team is shown as the company.
  const isOwn = comment.author.id === user?.id || comment.author.id === user?.actsFor?.id;
  const name = displayName(comment.author);
  return (
    <li
      ref={row}
      className={classes.comment}
      aria-current={isNamed || undefined}
      data-answer={isNamed && comment.parent_id !== null ? "" : undefined}
    >
      <Avatar id={comment.author.id} name={name} picture={comment.author.picture} size={36} />
      <div className={classes.body}>
        <p className={classes.head}>
          <PersonLink id={comment.author.id} card={comment.author} className={classes.name}>
            <Bdi>{name}</Bdi>
          </PersonLink>
          {comment.by_company && <span className={classes.badge}>{t("comments.byCompany")}</span>}
          <span className={classes.at}>
            <RelativeTime at={comment.at} />
          </span>
        </p>
        <p className={classes.text}>
          <Bdi>
            {mentionsIn(comment.text, comment.mentions).map(({ text, mention }, at) =>
              mention ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no id of their own
                <PersonLink key={at} id={mention.id} card={mention} className={classes.mention}>
                  {text}
                </PersonLink>
              ) : (
                text
              ),
            )}
          </Bdi>
        </p>
        <p className={classes.tools}>
          <UnstyledButton className={classes.tool} onClick={() => onNeedAccount() && onAnswer(comment)}>
            {t("comments.answer")}
          </UnstyledButton>
          {comment.can_delete && (
            <UnstyledButton className={classes.tool} onClick={() => setDeleting(true)}>
              {t("comments.delete")}
            </UnstyledButton>
          )}
          {!isOwn && (
            <UnstyledButton
              className={classes.tool}
              aria-label={t("comments.reportOf", { name })}
              onClick={() => onNeedAccount() && setReporting(true)}
            >
              {t("comments.report")}
            </UnstyledButton>
          )}
        </p>
        {comment.parent_id === null && comment.replies > 0 && (
          <UnstyledButton className={classes.tool} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? "comments.hideAnswers" : "comments.showAnswers", { count: comment.replies })}
          </UnstyledButton>
        )}
        {open && <Answers {...props} />}
        {isDeleting && (
          <Suspense>
            <DeleteComment
              reel={reel}
              comment={comment}
              onClose={() => setDeleting(false)}
              // The buttons of the row go with it.
              onDeleted={() => row.current?.closest<HTMLElement>("[data-comments]")?.focus()}
            />
          </Suspense>
        )}
        {isReporting && (
          <Sheet opened onClose={() => setReporting(false)} title={t("comments.reportOf", { name })}>
            <Suspense>
              <Report
                offerBlock={false}
                send={(details) => reportComment(comment.id, details)}
                onDone={() => setReporting(false)}
              />
            </Suspense>
          </Sheet>
        )}
      </div>
      <UnstyledButton
        className={classes.like}
        aria-pressed={comment.liked}
        aria-label={t("comments.like", { name, count: comment.likes })}
        onClick={() => onNeedAccount() && like(!comment.liked)}
      >
        <Icon of={IconHeart} size={18} />
        {comment.likes > 0 && <span aria-hidden="true">{format.compact(comment.likes)}</span>}
      </UnstyledButton>
    </li>
  );
}

function Answers({ reel, comment, onAnswer, onNeedAccount }: CommentRowProps) {
  const { t } = useTranslation("reels");
  const list = useInfiniteQuery({
    queryKey: reelKeys.replies(reel, comment.id),
    queryFn: ({ pageParam }) => readComments(reel, pageParam, comment.id),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const answers = list.data?.pages.flatMap((page) => page.comments) ?? [];
  return (
    <>
      <ul className={classes.answers} aria-label={t("comments.answers")}>
        {answers.map((answer) => (
          <CommentRow
            key={answer.id}
            reel={reel}
            comment={answer}
            onAnswer={onAnswer}
            onNeedAccount={onNeedAccount}
          />
        ))}
      </ul>
      {(list.hasNextPage || list.isPending || list.isError) && (
        <Button
          variant="subtle"
          size="sm"
          loading={list.isFetching}
          onClick={() => void (list.isError ? list.refetch() : list.fetchNextPage())}
        >
          {t("comments.moreAnswers")}
        </Button>
      )}
    </>
  );
}
