import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { Bdi } from "@/ui/Bdi";
import { TextAreaField } from "@/ui/TextAreaField";
import {
  answersOf,
  COMMENTS_MAX,
  isComplete,
  missingFields,
  type OrderReview,
  type Purchase,
  type ReviewAnswers,
  type ReviewField,
  useWriteReview,
} from "../reviewApi";
import { AnswerChips } from "./AnswerChips";
import classes from "./Review.module.css";
import { StarField } from "./StarField";

interface ReviewFormProps {
  purchase: Purchase;
  /** Null: the company. */
  product: number | null;
  name: string;
  review: OrderReview | undefined;
}

const FACTS = ["service_fast", "as_described", "meets_expectations"] as const;
const YES_NO = [
  { value: true, label: "review.yes" },
  { value: false, label: "review.no" },
] as const;
const QUALITIES = [
  { value: "good", label: "review.quality.good" },
  { value: "average", label: "review.quality.average" },
  { value: "poor", label: "review.quality.poor" },
] as const;

/** Review of a company or product: stars first, the questions after the first star. */
export function ReviewForm({ purchase, product, name, review }: ReviewFormProps) {
  const { t } = useTranslation("orders");
  const form = useRef<HTMLFormElement>(null);
  const write = useWriteReview(purchase, product);
  const [answers, setAnswers] = useState<ReviewAnswers>(() => answersOf(review));
  const [asked, setAsked] = useState<readonly ReviewField[]>([]);
  const dirty = JSON.stringify(answers) !== JSON.stringify(answersOf(review));
  const change = (changed: Partial<ReviewAnswers>) => {
    setAnswers((before) => ({ ...before, ...changed }));
    setAsked((before) => before.filter((field) => !(field in changed)));
  };
  const problem = (field: ReviewField) => (asked.includes(field) ? t("review.required") : undefined);
  const submit = () => {
    if (isComplete(answers)) {
      return write.mutate(answers, { onSuccess: () => toast.success(t("review.saved")) });
    }
    setAsked(missingFields(answers));
    // The messages are shown first, and the focus then moves to the first of them.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  return (
    <form
      ref={form}
      className={classes.review}
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2 className={classes.name}>
        <Bdi>{name}</Bdi>
      </h2>
      <StarField
        label={t("review.rating")}
        value={answers.rating}
        error={problem("rating")}
        onChange={(rating) => change({ rating })}
      />
      {answers.rating !== null && (
        <>
          <div className={classes.questions}>
            {FACTS.map((fact) => (
              <AnswerChips
                key={fact}
                label={t(`review.${fact}`)}
                options={YES_NO}
                value={answers[fact]}
                error={problem(fact)}
                onChange={(value) => change({ [fact]: value })}
              />
            ))}
            <AnswerChips
              label={t("review.product_quality")}
              options={QUALITIES}
              value={answers.product_quality}
              error={problem("product_quality")}
              onChange={(product_quality) => change({ product_quality })}
            />
          </div>
          <TextAreaField
            label={t("review.comments")}
            required
            description={t("review.left", { count: COMMENTS_MAX - answers.comments.length })}
            value={answers.comments}
            error={problem("comments")}
            maxLength={COMMENTS_MAX}
            rows={3}
            onChange={({ currentTarget }) => change({ comments: currentTarget.value })}
          />
          {write.error && <FormError error={write.error} />}
          <Button type="submit" color="terracotta" loading={write.isPending} disabled={!dirty}>
            {t(review ? "review.change" : "review.send")}
          </Button>
        </>
      )}
      {review?.reply && (
        <p className={classes.reply}>
          <strong>{t("review.reply")}</strong> <Bdi>{review.reply}</Bdi>
        </p>
      )}
    </form>
  );
}
