import { useTranslation } from "react-i18next";
import type { Order } from "@/shared/orders/types";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./components/Order.module.css";
import { OrderLoader } from "./components/OrderLoader";
import { ReviewForm } from "./components/ReviewForm";
import { productsOf, useReviews } from "./reviewApi";

/** Reviews of the company and of each product of an order. */
export function ReviewScreen() {
  const { t } = useTranslation("orders");
  return (
    <OrderLoader title={t("review.title")} back={(id) => `/orders/${id}`}>
      {(order) => <Reviews order={order} />}
    </OrderLoader>
  );
}

function Reviews({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const reviews = useReviews(order.id, order.can.review);
  if (!order.can.review) return <p>{t("review.early")}</p>;
  if (reviews.isPending) return <RowSkeletons />;
  if (!reviews.data) {
    return <ErrorState title={t("review.loadFailed")} onRetry={() => void reviews.refetch()} />;
  }
  const subjects = [{ id: null, name: order.company.name }, ...productsOf(order)];
  return (
    <div className={classes.page}>
      <p className={classes.muted}>{t("review.lead")}</p>
      {subjects.map(({ id, name }) => (
        <ReviewForm
          key={id ?? "company"}
          order={order.id}
          product={id}
          name={name}
          review={reviews.data.find(({ product_id }) => (product_id ?? null) === id)}
        />
      ))}
    </div>
  );
}
