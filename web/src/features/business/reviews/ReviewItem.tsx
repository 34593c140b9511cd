import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { Stars } from "@/shared/rating/Stars";
import { Bdi } from "@/ui/Bdi";
import { RelativeTime } from "@/ui/RelativeTime";
import { TextAreaField } from "@/ui/TextAreaField";
import classes from "../components/BusinessScreen.module.css";
import { REPLY_MAX, type Review, useReply } from "./api";

const FACTS = ["service_fast", "as_described", "meets_expectations"] as const;

/** One review with its answer, or the field to write one. */
export function ReviewItem({ review }: { review: Review }) {
  const { t } = useTranslation(["business-sales", "company", "orders"]);
  const [editing, setEditing] = useState(false);
  const { author, rating, comments, reply, offering, product_quality, created_at } = review;
  const fact = (key: (typeof FACTS)[number]) =>
    `${t("common:colon", { label: t(`company:reviews.fact.${key}`) })} ${t(`orders:review.${review[key] ? "yes" : "no"}`)}`;
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <strong>
          <Bdi>{author.name}</Bdi>
        </strong>
        <span className={classes.muted}>
          <RelativeTime at={created_at} />
        </span>
      </div>
      <span>
        <Stars value={rating} />{" "}
        <span className={classes.muted}>
          <Bdi>{offering?.name ?? t("reviews.ofCompany")}</Bdi>
        </span>
      </span>
      <p className={classes.reply}>
        <Bdi>{comments}</Bdi>
      </p>
      <p className={classes.muted}>
        {[...FACTS.map(fact), t(`company:reviews.quality.${product_quality}`)].join(" · ")}
      </p>
      {editing ? (
        <ReplyForm review={review} onClose={() => setEditing(false)} />
      ) : (
        <>
          {reply && (
            <p>
              <strong>{t("reviews.reply")}</strong> <Bdi>{reply}</Bdi>
            </p>
          )}
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setEditing(true)}>
              {t(reply ? "reviews.change" : "reviews.answer")}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function ReplyForm({ review: { id, reply }, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useTranslation("business-sales");
  const [text, setText] = useState(reply ?? "");
  const save = useReply(id);
  const submit = (written: string) =>
    save.mutate(written, {
      onSuccess() {
        toast.success(t(written ? "reviews.saved" : "reviews.removed"));
        onClose();
      },
    });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(text.trim());
      }}
    >
      <TextAreaField
        label={t("reviews.reply")}
        description={t("reviews.public")}
        value={text}
        maxLength={REPLY_MAX}
        rows={3}
        autoFocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {save.error && <FormError error={save.error} />}
      <div className={classes.actions}>
        <Button type="submit" loading={save.isPending} disabled={!text.trim()}>
          {t("reviews.send")}
        </Button>
        {reply && (
          <Button
            variant="default"
            className={classes.danger}
            disabled={save.isPending}
            onClick={() => submit("")}
          >
            {t("reviews.remove")}
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          {t("reviews.cancel")}
        </Button>
      </div>
    </form>
  );
}
