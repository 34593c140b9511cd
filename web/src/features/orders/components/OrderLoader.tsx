import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { Order } from "@/shared/orders/types";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { useOrder } from "../api";
import { useLiveOrder } from "../hooks/useLiveOrder";

interface OrderLoaderProps {
  title: string;
  back: (id: number) => string;
  children: (order: Order) => ReactNode;
}

/** Screen of the order in the address, live. */
export function OrderLoader({ title, back, children }: OrderLoaderProps) {
  const { t } = useTranslation("orders");
  const id = Number(useParams().orderId) || 0;
  const order = useOrder(id);
  const missing = order.error instanceof ApiError && order.error.status === 404;
  return (
    <Screen title={title} back={back(id)}>
      {order.data ? (
        <LiveOrder order={order.data}>{children}</LiveOrder>
      ) : order.isError ? (
        <ErrorState
          title={t(missing ? "order.missing" : "order.failed")}
          onRetry={missing ? undefined : () => void order.refetch()}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function LiveOrder({ order, children }: { order: Order; children: OrderLoaderProps["children"] }) {
  return children(useLiveOrder(order));
}
