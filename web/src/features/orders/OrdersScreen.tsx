import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { pageParams } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { TabList } from "@/ui/TabList";
import { orderKeys, readOrders, TAB_KEYS, type Tab } from "./api";
import { OrderCard } from "./components/OrderCard";
import classes from "./components/OrderCard.module.css";

const PANEL = "orders-panel";

/** Orders of the account, by status. Open orders change while they are shown. */
export function OrdersScreen() {
  const { t } = useTranslation("orders");
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("status");
  const tab = TAB_KEYS.find((key) => key === wanted) ?? "active";
  return (
    <Screen
      title={t("title")}
      back="/UserProfile/User"
      subBar={
        <TabList
          label={t("tab.label")}
          tabs={TAB_KEYS.map((key) => ({ key, label: t(`tab.${key}`) }))}
          open={tab}
          onOpen={(next) => setSearch(next === "active" ? {} : { status: next }, { replace: true })}
          panel={PANEL}
        />
      }
    >
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`}>
        <Orders key={tab} tab={tab} />
      </div>
    </Screen>
  );
}

function Orders({ tab }: { tab: Tab }) {
  const { t } = useTranslation("orders");
  const { data, isPending, isError, isFetchingNextPage, isFetchNextPageError, hasNextPage, ...query } =
    useInfiniteQuery({
      queryKey: [...orderKeys.lists, tab],
      queryFn: ({ pageParam }) => readOrders(tab, pageParam),
      ...pageParams,
    });
  const orders = data?.pages.flatMap(({ items }) => items) ?? [];
  if (isPending) return <RowSkeletons rows={4} />;
  if (isError && orders.length === 0) {
    return <ErrorState title={t("failed")} onRetry={() => void query.refetch()} />;
  }
  if (orders.length === 0) {
    return (
      <EmptyState
        title={t("empty.title")}
        text={t(`empty.${tab}`)}
        action={
          <Button component={Link} to="/" color="terracotta">
            {t("empty.discover")}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t(`tab.${tab}`)}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} />
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
  );
}
