import { Button } from "@mantine/core";
import { IconClockEdit, IconPrinter, IconReceiptRefund } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { lazyPart } from "@/lib/lazyPart";
import { useNow } from "@/shared/opening/useNow";
import { OrderLines } from "@/shared/orders/OrderLines";
import { OrderPlace } from "@/shared/orders/OrderPlace";
import { OrderState } from "@/shared/orders/OrderState";
import { OrderTimeline } from "@/shared/orders/OrderTimeline";
import { OrderTotals } from "@/shared/orders/OrderTotals";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { usePaymentText } from "@/shared/orders/usePaymentText";
import { useReasonText } from "@/shared/orders/useReasonText";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { MessageCustomer } from "../components/MessageCustomer";
import { useMay } from "../permissions";
import { useOrder } from "./api";
import { OrderAge } from "./components/OrderAge";
import classes from "./components/OrderDetails.module.css";
import { OrderNotice } from "./components/OrderNotice";
import { OrderSteps } from "./components/OrderSteps";
import { useFollowFocus } from "./hooks/useFollowFocus";
import { useLiveOrders } from "./hooks/useLiveOrders";
import { isOnBoard } from "./model/board";

/** Few customers share the point of their address. */
const DeliveryMap = lazyPart(() => import("@/shared/orders/DeliveryMap").then((file) => file.DeliveryMap));

const RefundSheet = lazyPart(() => import("./components/RefundSheet").then((file) => file.RefundSheet));
const PromiseSheet = lazyPart(() => import("./components/PromiseSheet").then((file) => file.PromiseSheet));
const ReturnPanel = lazyPart(() => import("./components/ReturnPanel").then((file) => file.ReturnPanel));

/** One order of the company, live and printable. */
export function OrderScreen() {
  const { t } = useTranslation("business-orders");
  const id = Number(useParams().orderId) || 0;
  const order = useOrder(id);
  const missing = order.error instanceof ApiError && order.error.status === 404;
  return (
    <Screen
      title={order.data ? t("order.title", { code: order.data.code }) : t("title")}
      back="/pro/orders"
      wide
    >
      {order.data ? (
        <OrderPage order={order.data} />
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

function OrderPage({ order }: { order: Order }) {
  const { t } = useTranslation(["business-orders", "orders"]);
  useLiveOrders(order.company.id);
  const followFocus = useFollowFocus(order);
  const now = useNow();
  const times = useOrderTimes(order.company.time_zone);
  const reason = useReasonText();
  const mayRefund = useMay("store");
  const [sheet, setSheet] = useState<"promise" | "refund" | null>(null);
  const close = () => setSheet(null);
  const { promised_at, scheduled_at, handled_by, cancel_reason } = order;
  const facts = [
    { key: "placed", text: times.full(order.created_at) },
    { key: "scheduled", text: scheduled_at && times.short(scheduled_at) },
    { key: "promised", text: promised_at && times.short(promised_at) },
    { key: "handledBy", text: handled_by?.name },
    { key: "cancelReason", text: cancel_reason && reason(cancel_reason) },
    { key: "received", text: typeof order.received === "boolean" && t(`received.${order.received}`) },
  ];
  return (
    <div className={classes.page}>
      <OrderNotice />
      <div className={classes.head}>
        <span id="order-state" tabIndex={-1}>
          <OrderState state={order.state} side="company" />
        </span>
        <OrderAge order={order} now={now} />
        <span className={classes.actions}>
          <MessageCustomer customer={order.customer_id} />
          {isOnBoard(order) && (
            <Button
              variant="default"
              leftSection={<Icon of={IconClockEdit} />}
              onClick={() => setSheet("promise")}
            >
              {t("promise.action")}
            </Button>
          )}
          {mayRefund && order.refundable > 0 && (
            <Button
              variant="default"
              leftSection={<Icon of={IconReceiptRefund} />}
              onClick={() => setSheet("refund")}
            >
              {t("refund.action")}
            </Button>
          )}
          <Button variant="default" leftSection={<Icon of={IconPrinter} />} onClick={() => window.print()}>
            {t("order.print")}
          </Button>
        </span>
      </div>
      <Suspense>
        {sheet === "promise" && <PromiseSheet order={order} onClose={close} />}
        {sheet === "refund" && <RefundSheet order={order} onClose={close} />}
      </Suspense>
      <section
        className={classes.steps}
        aria-labelledby="order-state"
        data-order={order.id}
        onFocusCapture={followFocus}
      >
        <OrderSteps order={order} />
      </section>
      <div className={classes.columns}>
        <section className={classes.section}>
          <h2 className={classes.title}>{t("orders:order.items")}</h2>
          <OrderLines order={order} bookingPath={(id) => `/pro/reservations?reservation=${id}`} />
          <OrderTotals order={order} />
          {order.returns.length > 0 && (
            <Suspense>
              <ReturnPanel order={order} />
            </Suspense>
          )}
        </section>
        <div className={classes.side}>
          <dl className={classes.facts}>
            {facts
              .filter(({ text }) => text)
              .map(({ key, text }) => (
                <div key={key}>
                  <dt>{t(`fact.${key}`)}</dt>
                  <dd>
                    <Bdi>{text}</Bdi>
                  </dd>
                </div>
              ))}
          </dl>
          <Customer order={order} />
          <section className={`${classes.section} ${classes.timeline}`}>
            <h2 className={classes.title}>{t("orders:order.timeline")}</h2>
            <OrderTimeline order={order} side="company" />
          </section>
        </div>
      </div>
    </div>
  );
}

function Customer({ order }: { order: Order }) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const payment = usePaymentText();
  const { customer_name, contact_number, email, note, members, wants_cutlery } = order;
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t("order.customer")}</h2>
      <div className={classes.words}>
        <Bdi>{customer_name}</Bdi>
        {contact_number && (
          <a className={classes.link} href={`tel:${contact_number.replaceAll(/[^+\d]/g, "")}`}>
            <bdi dir="ltr">{contact_number}</bdi>
          </a>
        )}
        {email && (
          <a className={classes.link} href={`mailto:${email}`}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        )}
        <span>{payment(order)}</span>
        {members ? <span>{t("orders:members", { count: members })}</span> : null}
        {wants_cutlery && <span>{t("orders:cutlery")}</span>}
      </div>
      {note && (
        <p className={classes.note}>
          <Bdi>{note}</Bdi>
        </p>
      )}
      <OrderPlace order={order} />
      <Suspense>
        <DeliveryMap order={order} name={order.customer_name} />
      </Suspense>
    </section>
  );
}
