import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMoney } from "@/shared/money/formatMoney";
import { viewerZone } from "@/shared/opening/zonedTime";
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
import classes from "./components/Order.module.css";
import { OrderActions } from "./components/OrderActions";
import { OrderLoader } from "./components/OrderLoader";
import { OrderProgress } from "./components/OrderProgress";
import { OrderReturns } from "./components/OrderReturns";
import { PromisedTime } from "./components/PromisedTime";
import { ReceivedQuestion } from "./components/ReceivedQuestion";

/** One order, live, with its lines, payment and actions. */
export function OrderScreen() {
  const { t } = useTranslation("orders");
  return (
    <OrderLoader title={t("order.title")} back={() => "/orders"}>
      {(order) => <OrderPage order={order} />}
    </OrderLoader>
  );
}

function OrderPage({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const { company, code, state, can } = order;
  const times = useOrderTimes(company.time_zone);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <OrderState state={state} side="customer" />
        <h2 className={classes.name}>
          <Link to={`/companies/${company.handle}`} className={classes.link}>
            <Bdi>{company.name}</Bdi>
          </Link>
        </h2>
        <p className={classes.muted}>
          {t("order.number")}{" "}
          <strong className={classes.code}>
            <bdi dir="ltr">{code}</bdi>
          </strong>{" "}
          · {times.full(order.created_at)}
        </p>
      </header>
      {can.pay && <PaymentDue order={order} />}
      <Cancellation order={order} />
      <ReceivedQuestion order={order} />
      <PromisedTime order={order} />
      <OrderProgress order={order} />
      <OrderActions order={order} />
      <OrderReturns order={order} />
      <section className={classes.section}>
        <h2 className={classes.title}>{t("order.items")}</h2>
        <OrderLines order={order} linked bookingPath={(id) => `/reservations/${id}`} />
        <OrderTotals order={order} />
      </section>
      <div className={classes.columns}>
        <Handover order={order} />
        <Payment order={order} />
      </div>
      <section className={classes.section}>
        <h2 className={classes.title}>{t("order.timeline")}</h2>
        <OrderTimeline order={order} side="customer" />
      </section>
    </div>
  );
}

/** Way to pay the order, with the others of its payment. */
function PaymentDue({ order: { id, payment, currency, hold_expires_at } }: { order: Order }) {
  const { t } = useTranslation("orders");
  const money = useMoney();
  // The hold ends in minutes: the customer compares it with their own clock.
  const times = useOrderTimes(viewerZone());
  const others = payment.order_ids.length - 1;
  return (
    <section className={classes.question}>
      <p>{hold_expires_at ? t("pay.until", { at: times.short(hold_expires_at) }) : t("pay.waits")}</p>
      <Button component={Link} to={`/payment/${id}`} color="terracotta">
        {t("pay.action", { amount: money(payment.amount, currency) })}
      </Button>
      {others > 0 && <p className={classes.muted}>{t("pay.together", { count: others })}</p>}
    </section>
  );
}

function Cancellation({ order }: { order: Order }) {
  const { state, cancel_reason, total, refunded, waived, currency } = order;
  const { t } = useTranslation("orders");
  const money = useMoney();
  const reason = useReasonText();
  if (state !== "cancelled") return null;
  return (
    <div className={classes.cancelled} role="status">
      {cancel_reason && (
        <p>
          {t("cancel.because")} <Bdi>{reason(cancel_reason)}</Bdi>
        </p>
      )}
      <p>
        {refunded > waived
          ? t("cancel.refunded", { amount: money(refunded - waived, currency) })
          : t("cancel.noCharge")}
      </p>
      {refunded > waived && total > refunded && (
        <p>{t("cancel.kept", { amount: money(total - refunded, currency) })}</p>
      )}
    </div>
  );
}

function Handover({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const { customer_name, contact_number, note, wants_cutlery, members } = order;
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t("order.handover")}</h2>
      <OrderPlace order={order} />
      <div className={classes.facts}>
        <Bdi>{customer_name}</Bdi>
        {contact_number && <bdi dir="ltr">{contact_number}</bdi>}
        {members ? <span>{t("members", { count: members })}</span> : null}
        {wants_cutlery && <span>{t("cutlery")}</span>}
        {note && (
          <span className={classes.muted}>
            {t("order.note")} <Bdi>{note}</Bdi>
          </span>
        )}
      </div>
    </section>
  );
}

function Payment({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const payment = usePaymentText();
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t("order.payment")}</h2>
      <p>{payment(order)}</p>
    </section>
  );
}
