import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons, ScreenSkeleton } from "@/ui/Skeletons";
import { BankStep } from "./components/BankStep";
import { CardStep } from "./components/CardStep";
import { OrderSummaries } from "./components/OrderSummaries";
import classes from "./components/Payment.module.css";
import { ProcessingStep } from "./components/ProcessingStep";
import { useOrder, usePay, useTogether } from "./hooks/usePayment";
import { payableOf } from "./model/payable";
import { stageOf } from "./model/stage";
import type { Order } from "./types";

const StripeBankStep = lazyPart(() => import("./stripe/StripeBankStep").then((file) => file.StripeBankStep));

/** `/payment/:orderId`: payment of an order, until it is paid. */
export function PaymentScreen() {
  const { t } = useTranslation("payment");
  const id = Number(useParams().orderId);
  const order = useOrder(id);
  const together = useTogether(order.data);
  if (order.data && together.orders) {
    return <Payment order={order.data} orders={together.orders} onRefresh={() => void order.refetch()} />;
  }
  const gone = order.error instanceof ApiError && [404, 422].includes(order.error.status);
  return (
    <Screen title={t("title")} back="/cart">
      {gone ? (
        <EmptyState
          title={t("gone")}
          action={
            <Button component={Link} to="/cart">
              {t("carts")}
            </Button>
          }
        />
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

interface PaymentProps {
  order: Order;
  /** Orders of the same payment, this one included. */
  orders: readonly Order[];
  onRefresh: () => void;
}

function Payment({ order, orders, onRefresh }: PaymentProps) {
  const { t } = useTranslation("payment");
  const { list } = useFormat();
  const pay = usePay(order);
  /** Attempt after which the customer chose to pay another way. */
  const [left, setLeft] = useState<number | null>(null);
  const isOther = left !== null && (left === pay.submittedAt || pay.isPending);
  const isStripe = order.payment.provider === "stripe";
  const payable = payableOf(order, orders, list);
  const asked = stageOf(order);
  const stage = asked === "bank" && isOther ? "choose" : asked;
  const { company } = order;
  if (stage === "completed") return <Navigate to={`/payment/${order.id}/completed`} replace />;
  return (
    <Screen
      title={t("title")}
      back={`/companies/${company.handle}`}
      aside={<OrderSummaries orders={orders} />}
    >
      <div className={classes.page}>
        {stage === "choose" && <CardStep order={payable} pay={pay} onExpire={onRefresh} />}
        {stage === "bank" && !isStripe && <BankStep order={payable} pay={pay} />}
        {stage === "bank" && isStripe && (
          <Suspense fallback={<RowSkeletons rows={3} />}>
            <StripeBankStep order={payable} pay={pay} onOther={() => setLeft(pay.submittedAt)} />
          </Suspense>
        )}
        {stage === "processing" && <ProcessingStep />}
        {(stage === "expired" || stage === "closed") && (
          <EmptyState
            heading
            title={t(`${stage}.title`)}
            text={t(`${stage}.text`)}
            action={
              stage === "expired" ? (
                <Button component={Link} to={`/cart/${company.id}`} color="terracotta">
                  {t("expired.action")}
                </Button>
              ) : (
                <Button component={Link} to={`/companies/${company.handle}`} color="terracotta">
                  {t("backTo", { company: company.name })}
                </Button>
              )
            }
          />
        )}
      </div>
    </Screen>
  );
}
