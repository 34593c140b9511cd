import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { cartKeys } from "@/shared/cart/api";
import { useMoment } from "@/shared/cart/useMoment";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { CompletedActions } from "./components/CompletedActions";
import { CompletedOrders } from "./components/CompletedOrders";
import { OrderSummary } from "./components/OrderSummary";
import classes from "./components/Payment.module.css";
import { useOrder, useTogether } from "./hooks/usePayment";
import { stageOf } from "./model/stage";
import type { Order } from "./types";

/** `/payment/:orderId/completed`: order number and what happens next. */
export function CompletedScreen() {
  const { t } = useTranslation("payment");
  const id = Number(useParams().orderId);
  const order = useOrder(id);
  const { data } = order;
  const { orders, ...together } = useTogether(data);
  if (data && stageOf(data) !== "completed") return <Navigate to={`/payment/${id}`} replace />;
  return (
    <Screen title={t("completed.title")} back="/">
      {data && orders ? (
        <Completed order={data} orders={orders} />
      ) : order.isError || together.isError ? (
        <ErrorState
          title={t("failed")}
          onRetry={() => void (order.isError ? order.refetch() : together.refetch())}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function Completed({ order, orders }: { order: Order; orders: readonly Order[] }) {
  const { t } = useTranslation("payment");
  const { id, company, payment, email } = order;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const queries = useQueryClient();
  // The payment has emptied the carts.
  useEffect(() => void queries.invalidateQueries({ queryKey: cartKeys.carts }), [queries]);
  const several = orders.length > 1;
  const ordered = several ? "together.ordered" : "completed.ordered";
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <span className={classes.mark}>
          <Icon of={IconCheck} size={32} />
        </span>
        <h2 ref={heading} tabIndex={-1} className={classes.headTitle}>
          {t(payment.state === "paid" ? "completed.paid" : ordered)}
        </h2>
        <p className={classes.lead}>
          {several ? t("together.next", { email }) : t("completed.next", { company: company.name, email })}
        </p>
        {!several && <HandoverTime order={order} />}
        {payment.provider === "on_site" && payment.state === "processing" && (
          <p className={classes.lead}>{t("completed.onSite")}</p>
        )}
        {!several && <OrderNumber code={order.code} />}
      </div>
      {several ? (
        <CompletedOrders orders={orders} />
      ) : (
        <>
          <OrderSummary order={order} />
          <CompletedActions order={order} />
        </>
      )}
      <div className={classes.actions}>
        {several ? (
          <Button component={Link} to="/orders" color="terracotta">
            {t("together.view")}
          </Button>
        ) : (
          <>
            <Button component={Link} to={`/orders/${id}`} color="terracotta">
              {t("completed.order")}
            </Button>
            <Button component={Link} to={`/companies/${company.handle}`} variant="default">
              {t("backTo", { company: company.name })}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function HandoverTime({ order }: { order: Order }) {
  const { t } = useTranslation("payment");
  const moment = useMoment(order.company.time_zone);
  const { fulfilment, promised_at } = order;
  if (!promised_at) return null;
  return <p className={classes.lead}>{t(`cart:promise.${fulfilment}`, { when: moment(promised_at) })}</p>;
}

function OrderNumber({ code }: { code: string }) {
  const { t } = useTranslation("payment");
  return (
    <p className={classes.codeBox}>
      <span>{t("completed.code")}</span>
      <strong className={classes.code}>
        <bdi dir="ltr">{code}</bdi>
      </strong>
    </p>
  );
}
