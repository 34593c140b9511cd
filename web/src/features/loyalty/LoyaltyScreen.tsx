import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pageParams } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { loyaltyKeys, readCards } from "./api";
import classes from "./Loyalty.module.css";
import { LoyaltyCardItem } from "./LoyaltyCardItem";

/** `/loyalty`: loyalty cards of the account with their coins and history. */
export function LoyaltyScreen() {
  const { t } = useTranslation("loyalty");
  const { data, isPending, isError, isFetchingNextPage, isFetchNextPageError, hasNextPage, ...query } =
    useInfiniteQuery({
      queryKey: loyaltyKeys.cards,
      queryFn: ({ pageParam }) => readCards(pageParam),
      ...pageParams,
    });
  const cards = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Screen title={t("title")} back="/UserProfile/User">
      {isPending ? (
        <RowSkeletons rows={3} />
      ) : isError && cards.length === 0 ? (
        <ErrorState title={t("failed")} onRetry={() => void query.refetch()} />
      ) : cards.length === 0 ? (
        <EmptyState
          title={t("empty")}
          text={t("emptyText")}
          action={
            <Button component={Link} to="/products" color="terracotta">
              {t("browse")}
            </Button>
          }
        />
      ) : (
        <>
          <ul className={classes.cards}>
            {cards.map((card) => (
              <LoyaltyCardItem key={card.company.id} card={card} />
            ))}
          </ul>
          {hasNextPage && (
            <InfiniteScroll
              busy={isFetchingNextPage}
              failed={isFetchNextPageError}
              onMore={() => void query.fetchNextPage()}
            />
          )}
        </>
      )}
    </Screen>
  );
}
