import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMoment } from "@/shared/cart/useMoment";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { Order } from "../types";
import { CompletedActions } from "./CompletedActions";
import classes from "./Payment.module.css";

/** Orders of a completed payment: number, company, promised time, total and actions. */
export function CompletedOrders({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation("payment");
  return (
    <section className={classes.form} aria-labelledby="payment-orders">
      <h2 id="payment-orders" className={classes.title}>
        {t("together.completed")}
      </h2>
      <ul className={classes.orders}>
        {orders.map((order) => (
          <CompletedOrder key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}

function CompletedOrder({ order }: { order: Order }) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const { id, code, company, fulfilment, promised_at, total, currency } = order;
  const moment = useMoment(company.time_zone);
  return (
    <li className={classes.completedOrder}>
      <Link to={`/orders/${id}`} className={classes.order}>
        <span className={classes.optionWords}>
          <Bdi className={classes.cardName}>{company.name}</Bdi>
          {promised_at && (
            <span className={classes.muted}>
              {t(`cart:promise.${fulfilment}`, { when: moment(promised_at) })}
            </span>
          )}
          <span className={classes.muted}>
            {t("completed.code")} <bdi dir="ltr">{code}</bdi>
          </span>
        </span>
        <strong className="tabular">{money(total, currency)}</strong>
        <Icon of={IconChevronRight} directed />
      </Link>
      <CompletedActions order={order} />
    </li>
  );
}
