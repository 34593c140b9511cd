import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import type { Order } from "../types";
import { OrderSummary } from "./OrderSummary";
import classes from "./Payment.module.css";

/** Lines and totals of all orders of a payment, and their sum. */
export function OrderSummaries({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const [first] = orders;
  return (
    <div className={classes.summaries}>
      {orders.map((order) => (
        <OrderSummary key={order.id} order={order} />
      ))}
      {first && orders.length > 1 && (
        <p className={classes.sum}>
          <span>{t("together.total", { count: orders.length })}</span>
          <strong>{money(first.payment.amount, first.currency)}</strong>
        </p>
      )}
    </div>
  );
}
