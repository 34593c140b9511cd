import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePageParams } from "@/lib/usePageParams";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Stars } from "@/shared/rating/Stars";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { RelativeTime } from "@/ui/RelativeTime";
import { RowSkeletons } from "@/ui/Skeletons";
import { readReviews } from "../api";
import { MoreButton } from "../components/MoreButton";
import { ReviewBreakdown } from "../components/ReviewBreakdown";
import { useCompany } from "../hooks/useCompany";
import { usePages } from "../hooks/usePages";
import type { Review } from "../types";
import classes from "./ReviewsTab.module.css";

/** `/companies/:companyId/reviews`: breakdown and list, the newest first. `?rating=` shows those with that many stars. */
export function ReviewsTab() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const [params, setParams] = usePageParams();
  const rating = ratingIn(params.get("rating"));
  const reviews = usePages(
    ["company", "reviews", company.id, rating],
    (page) => readReviews(company.id, page, rating),
    true,
  );
  const choose = (stars: number | null) => setParams(stars === null ? {} : { rating: String(stars) });
  if (reviews.isPending) {
    return (
      <div className={classes.reviews}>
        <Skeleton height={220} radius="lg" />
        <RowSkeletons rows={4} />
      </div>
    );
  }
  const [first] = reviews.data?.pages ?? [];
  if (!first) return <ErrorState title={t("reviews.failed")} onRetry={() => void reviews.refetch()} />;
  if (first.summary.count === 0)
    return <EmptyState title={t("reviews.empty")} text={t("reviews.emptyText")} />;
  return (
    <div className={classes.reviews}>
      <ReviewBreakdown summary={first.summary} chosen={rating} onChoose={choose} />
      {rating !== null && (
        <div className={classes.filter}>
          <span role="status">{t("reviews.only", { count: rating })}</span>
          <Button variant="subtle" onClick={() => choose(null)}>
            {t("reviews.all")}
          </Button>
        </div>
      )}
      {first.total === 0 && <p className={classes.meta}>{t("reviews.none")}</p>}
      <ul className={classes.list} aria-label={t("tab.reviews")} aria-busy={reviews.isPlaceholderData}>
        {reviews.data?.pages.flatMap(({ items }) =>
          items.map((review) => <ReviewItem key={review.id} review={review} />),
        )}
      </ul>
      <MoreButton query={reviews} />
    </div>
  );
}

/** Stars of the address, or null. */
const ratingIn = (text: string | null): number | null => (/^[1-5]$/.test(text ?? "") ? Number(text) : null);

const FACTS = ["service_fast", "as_described", "meets_expectations"] as const;

function ReviewItem({ review }: { review: Review }) {
  const { t } = useTranslation("company");
  const company = useCompany();
  const { author } = review;
  const facts = FACTS.filter((fact) => review[fact]).map((fact) => t(`reviews.fact.${fact}`));
  return (
    <li className={classes.review}>
      <div className={classes.head}>
        <Avatar name={author.name} picture={author.picture} id={author.id} size={44} />
        <div className={classes.who}>
          <Bdi line className={classes.author}>
            {author.name}
          </Bdi>
          <span className={classes.meta}>
            <Stars value={review.rating} size={14} /> <RelativeTime at={review.created_at} />
          </span>
        </div>
      </div>
      <p className={classes.comments}>
        <Bdi>{review.comments}</Bdi>
      </p>
      <p className={classes.meta}>
        {[
          ...facts,
          t(`reviews.quality.${review.product_quality}`),
          ...(review.offering ? [review.offering.name] : []),
        ].join(" · ")}
      </p>
      {review.reply && (
        <div className={classes.reply}>
          <p className={classes.author}>{t("reviews.reply", { name: company.name })}</p>
          <p>
            <Bdi>{review.reply}</Bdi>
          </p>
        </div>
      )}
    </li>
  );
}
