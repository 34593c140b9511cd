import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pageParams } from "@/api/pagination";
import { useFormat } from "@/lib/format";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { loyaltyKeys, readHistory } from "./api";
import classes from "./Loyalty.module.css";

/** Transactions of a card, the newest first. Each leads to its order. */
export function CardHistory({ company }: { company: number }) {
  const { t } = useTranslation("loyalty");
  const { number, date } = useFormat();
  const { data, isPending, isFetchingNextPage, isFetchNextPageError, hasNextPage, ...query } =
    useInfiniteQuery({
      queryKey: loyaltyKeys.history(company),
      queryFn: ({ pageParam }) => readHistory(company, pageParam),
      ...pageParams,
    });
  if (isPending) return <RowSkeletons rows={2} />;
  if (!data) return <ErrorState title={t("history.failed")} onRetry={() => void query.refetch()} />;
  return (
    <>
      <ol className={classes.history}>
        {data.pages
          .flatMap(({ items }) => items)
          .map(({ order_id, order_code, kind, coins, at }) => (
            <li key={`${order_id}-${kind}-${at}-${coins}`} className={classes.transaction}>
              <span>
                {t(`kind.${kind}`)}{" "}
                <Link to={`/orders/${order_id}`} className={classes.order}>
                  <bdi dir="ltr">{order_code}</bdi>
                </Link>
              </span>
              <span className={classes.change} data-gain={coins > 0 || undefined}>
                <bdi dir="ltr">
                  {coins > 0 ? "+" : "−"}
                  {number(Math.abs(coins))}
                </bdi>
              </span>
              <time className={classes.muted} dateTime={at}>
                {date(at)}
              </time>
            </li>
          ))}
      </ol>
      {hasNextPage && (
        <InfiniteScroll
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}
