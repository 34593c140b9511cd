import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { pageParams } from "@/api/pagination";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { Rating } from "@/shared/rating/Rating";
import { Stars } from "@/shared/rating/Stars";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { RelativeTime } from "@/ui/RelativeTime";
import { RowSkeletons } from "@/ui/Skeletons";
import { type OfferingDetails, type Review, readReviews } from "../api";
import classes from "./ProductDetails.module.css";

/** Reviews of the offering, the newest first. */
export function Reviews({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation("product");
  const { id, company, rating, rating_count } = offering;
  const pages = useInfiniteQuery({
    queryKey: ["offering", id, "reviews"],
    queryFn: ({ pageParam }) => readReviews(company.id, id, pageParam),
    enabled: rating_count > 0,
    ...pageParams,
  });
  const reviews = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className={classes.part} aria-labelledby="product-reviews">
      <div className={classes.reviewHead}>
        <h2 id="product-reviews">{t("reviews.title")}</h2>
        <Rating value={rating} count={rating_count} words />
      </div>
      {rating_count > 0 && pages.isPending && <RowSkeletons rows={3} />}
      {pages.isError && reviews.length === 0 && (
        <ErrorState title={t("reviews.failed")} onRetry={() => void pages.refetch()} />
      )}
      <ul className={classes.reviews}>
        {reviews.map((review) => (
          <ReviewItem key={review.id} review={review} company={company.name} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <InfiniteScroll
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </section>
  );
}

function ReviewItem({ review, company }: { review: Review; company: string }) {
  const { t } = useTranslation("product");
  return (
    <li className={classes.review}>
      <div className={classes.reviewer}>
        <Bdi className={classes.strong}>{review.author.name}</Bdi>
        <Stars value={review.rating} size={14} />
        <span className={classes.muted}>
          <RelativeTime at={review.created_at} />
        </span>
      </div>
      <p className={classes.text}>
        <Bdi>{review.comments}</Bdi>
      </p>
      {review.reply && (
        <div className={classes.reply}>
          <p className={classes.strong}>{t("reviews.reply", { company })}</p>
          <p className={classes.text}>
            <Bdi>{review.reply}</Bdi>
          </p>
        </div>
      )}
    </li>
  );
}
