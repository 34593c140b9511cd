import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { SwitchField } from "@/ui/SwitchField";
import classes from "../components/BusinessScreen.module.css";
import { Pages } from "../list/Pages";
import { PER_PAGE, useReviews } from "./api";
import { ReviewItem } from "./ReviewItem";

/** Reviews of the company and its products, with the company's answers. */
export function ReviewsScreen() {
  const { t } = useTranslation("business-sales");
  const [search, setSearch] = useSearchParams();
  const unanswered = search.get("unanswered") === "true";
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const reviews = useReviews(unanswered, page);
  const open = (only: boolean, to: number) => {
    const entries = [only && ["unanswered", "true"], to > 1 && ["page", String(to)]].filter(
      (one) => one !== false,
    );
    setSearch(new URLSearchParams(entries), { replace: true });
  };
  return (
    <Screen title={t("reviews.title")}>
      <div className={classes.page}>
        <SwitchField
          label={t("reviews.unanswered")}
          checked={unanswered}
          onChange={(only) => open(only, 1)}
        />
        {reviews.data ? (
          reviews.data.items.length > 0 ? (
            <div className={classes.panel} aria-busy={reviews.isPlaceholderData}>
              <ul className={classes.list}>
                {reviews.data.items.map((review) => (
                  <ReviewItem key={review.id} review={review} />
                ))}
              </ul>
              <Pages
                page={page}
                total={reviews.data.total}
                size={PER_PAGE}
                onPage={(to) => open(unanswered, to)}
              />
            </div>
          ) : (
            <EmptyState
              title={t(unanswered ? "reviews.allAnswered" : "reviews.empty")}
              text={t("reviews.emptyText")}
            />
          )
        ) : reviews.isError ? (
          <ErrorState title={t("reviews.failed")} onRetry={() => void reviews.refetch()} />
        ) : (
          <RowSkeletons />
        )}
      </div>
    </Screen>
  );
}
