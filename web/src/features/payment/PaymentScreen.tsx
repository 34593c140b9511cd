import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons, ScreenSkeleton } from "@/ui/Skeletons";
import { BankStep } from "./components/BankStep";
import { CardStep } from "./components/CardStep";
import { OrderSummary } from "./components/OrderSummary";
import classes from "./components/Payment.module.css";
import { ProcessingStep } from "./components/ProcessingStep";
import { useOrder, usePay } from "./hooks/usePayment";
import { stageOf } from "./model/stage";
import type { Order } from "./types";

const StripeBankStep = lazy(() =>
  import("./stripe/StripeBankStep").then((file) => ({ default: file.StripeBankStep })),
);

/** `/payment/:orderId`: payment of an order, until it is paid. */
export function PaymentScreen() {
  const { t } = useTranslation("payment");
  const id = Number(useParams().orderId);
  const order = useOrder(id);
  if (order.data) return <Payment order={order.data} onRefresh={() => void order.refetch()} />;
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
      ) : order.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void order.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function Payment({ order, onRefresh }: { order: Order; onRefresh: () => void }) {
  const { t } = useTranslation("payment");
  const pay = usePay(order);
  /** Attempt after which the customer chose to pay another way. */
  const [left, setLeft] = useState<number | null>(null);
  const isOther = left !== null && (left === pay.submittedAt || pay.isPending);
  const isStripe = order.payment.provider === "stripe";
  const asked = stageOf(order);
  const stage = asked === "bank" && isOther ? "choose" : asked;
  const { company } = order;
  if (stage === "completed") return <Navigate to={`/payment/${order.id}/completed`} replace />;
  return (
    <Screen title={t("title")} back={`/companies/${company.handle}`} aside={<OrderSummary order={order} />}>
      <div className={classes.page}>
        {stage === "choose" && <CardStep order={order} pay={pay} onExpire={onRefresh} />}
        {stage === "bank" && !isStripe && <BankStep order={order} pay={pay} />}
        {stage === "bank" && isStripe && (
          <Suspense fallback={<RowSkeletons rows={3} />}>
            <StripeBankStep order={order} pay={pay} onOther={() => setLeft(pay.submittedAt)} />
          </Suspense>
        )}
        {stage === "processing" && <ProcessingStep />}
        {(stage === "expired" || stage === "closed") && (
          <EmptyState
            heading
            title={t(`${stage}.title`)}
            text={t(`${stage}.text`)}
            action={
              <Button component={Link} to={`/companies/${company.handle}`} color="terracotta">
                {t("backTo", { company: company.name })}
              </Button>
            }
          />
        )}
      </div>
    </Screen>
  );
}
