import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { useMoment } from "@/shared/cart/useMoment";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { OrderSummary } from "./components/OrderSummary";
import classes from "./components/Payment.module.css";
import { useOrder } from "./hooks/usePayment";
import { stageOf } from "./model/stage";
import type { Order } from "./types";

/** `/payment/:orderId/completed`: order number and what happens next. */
export function CompletedScreen() {
  const { t } = useTranslation("payment");
  const id = Number(useParams().orderId);
  const order = useOrder(id);
  const { data } = order;
  if (data && stageOf(data) !== "completed") return <Navigate to={`/payment/${id}`} replace />;
  return (
    <Screen title={t("completed.title")} back="/">
      {data ? (
        <Completed order={data} />
      ) : order.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void order.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function Completed({ order }: { order: Order }) {
  const { t } = useTranslation("payment");
  const { id, code, company, fulfilment, promised_at, payment, email } = order;
  const moment = useMoment(company.time_zone);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <span className={classes.mark}>
          <Icon of={IconCheck} size={32} />
        </span>
        <h2 ref={heading} tabIndex={-1} className={classes.headTitle}>
          {t(payment.state === "paid" ? "completed.paid" : "completed.ordered")}
        </h2>
        <p className={classes.lead}>{t("completed.next", { company: company.name, email })}</p>
        {promised_at && (
          <p className={classes.lead}>{t(`cart:promise.${fulfilment}`, { when: moment(promised_at) })}</p>
        )}
        {payment.provider === "on_site" && <p className={classes.lead}>{t("completed.onSite")}</p>}
        <p className={classes.codeBox}>
          <span>{t("completed.code")}</span>
          <strong className={classes.code}>
            <bdi dir="ltr">{code}</bdi>
          </strong>
        </p>
      </div>
      <OrderSummary order={order} />
      <div className={classes.actions}>
        <Button component={Link} to={`/orders/${id}`} color="terracotta">
          {t("completed.order")}
        </Button>
        <Button component={Link} to={`/companies/${company.handle}`} variant="default">
          {t("backTo", { company: company.name })}
        </Button>
      </div>
    </div>
  );
}
