import { useTranslation } from "react-i18next";
import { isOpen } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import classes from "./Order.module.css";

/** Time that the customer was told, in the zone of the company. */
export function PromisedTime({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const { company, promised_at } = order;
  const times = useOrderTimes(company.time_zone);
  if (!promised_at || !isOpen(order)) return null;
  return (
    <p className={classes.promised}>
      <span className={classes.muted}>{t(`promised.${order.fulfilment}`)}</span>
      <time dateTime={promised_at} className={classes.promisedTime}>
        {times.zoned(promised_at)}
      </time>
    </p>
  );
}
