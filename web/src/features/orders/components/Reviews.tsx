import { useTranslation } from "react-i18next";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { type Purchase, useReviews } from "../reviewApi";
import classes from "./Order.module.css";
import { ReviewForm } from "./ReviewForm";

/** Something to review; the company if `id` is null. */
export interface ReviewSubject {
  id: number | null;
  name: string;
}

interface ReviewsProps {
  purchase: Purchase;
  subjects: readonly ReviewSubject[];
}

/** Forms of the reviews of a purchase. */
export function Reviews({ purchase, subjects }: ReviewsProps) {
  const { t } = useTranslation("orders");
  const reviews = useReviews(purchase);
  if (reviews.isPending) return <RowSkeletons />;
  if (!reviews.data) {
    return <ErrorState title={t("review.loadFailed")} onRetry={() => void reviews.refetch()} />;
  }
  return (
    <div className={classes.page}>
      <p className={classes.muted}>{t("review.lead")}</p>
      {subjects.map(({ id, name }) => (
        <ReviewForm
          key={id ?? "company"}
          purchase={purchase}
          product={id}
          name={name}
          review={reviews.data.find(({ product_id }) => (product_id ?? null) === id)}
        />
      ))}
    </div>
  );
}
