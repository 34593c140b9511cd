import { IconClock, IconUser } from "@tabler/icons-react";
import { memo, use } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMoney } from "@/shared/money/formatMoney";
import { FULFILMENT_ICONS } from "@/shared/orders/fulfilment";
import { BookingTime, LineDetails } from "@/shared/orders/OrderLines";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { usePaymentText } from "@/shared/orders/usePaymentText";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { Urgency } from "../model/board";
import classes from "./Board.module.css";
import { BoardNow } from "./BoardNow";
import { OrderAge } from "./OrderAge";
import { OrderSteps } from "./OrderSteps";

interface OrderCardProps {
  order: Order;
  urgency: Urgency;
  glows: boolean;
}

/** Order on the board, with all that its preparation needs. The event of an order leaves the other cards as they are. */
export const OrderCard = memo(function OrderCard({ order, urgency, glows }: OrderCardProps) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const money = useMoney();
  const payment = usePaymentText();
  const { id, code, company, customer_name, fulfilment, members, wants_cutlery } = order;
  const { lines, bookings, note, total, currency, handled_by } = order;
  const times = useOrderTimes(company.time_zone);
  const due = order.scheduled_at ?? order.promised_at;
  return (
    <article
      className={classes.card}
      data-urgency={urgency}
      data-glow={glows ? "" : undefined}
      aria-labelledby={`order-${id}`}
    >
      <div className={classes.cardTop}>
        <h3 id={`order-${id}`} className={classes.code}>
          <Link to={`/pro/orders/${id}`} className={classes.codeLink}>
            <bdi dir="ltr">{code}</bdi>
          </Link>
        </h3>
        <CardAge order={order} />
      </div>
      <p className={classes.fact}>
        <Icon of={FULFILMENT_ICONS[fulfilment]} size={16} />
        {t(`orders:fulfilment.${fulfilment}`)}
        {due && (
          <span className={classes.due}>
            <Icon of={IconClock} size={16} />
            {t(order.scheduled_at ? "scheduled" : "promised", { at: times.short(due) })}
          </span>
        )}
      </p>
      {(members || wants_cutlery) && (
        <p className={classes.fact}>
          {members ? <span>{t("orders:members", { count: members })}</span> : null}
          {wants_cutlery && <span>{t("orders:cutlery")}</span>}
        </p>
      )}
      <ul className={classes.items}>
        {bookings.map((booking) => (
          <li key={booking.booking_id ?? booking.starts_at} className={classes.item}>
            <Bdi>{booking.name}</Bdi>
            <BookingTime order={order} booking={booking} />
          </li>
        ))}
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
          <li key={index} className={classes.item}>
            <span>
              <strong>{t("orders:times", { count: line.quantity })}</strong> <Bdi>{line.name}</Bdi>
            </span>
            <LineDetails line={line} />
          </li>
        ))}
      </ul>
      {note && (
        <p className={classes.note}>
          <Bdi>{note}</Bdi>
        </p>
      )}
      <p className={classes.muted}>
        <Bdi>{customer_name}</Bdi> · {money(total, currency)} · {payment(order)}
      </p>
      {handled_by && (
        <p className={classes.fact}>
          <Icon of={IconUser} size={16} />
          {t("handledBy", { name: handled_by.name })}
        </p>
      )}
      <OrderSteps order={order} compact />
    </article>
  );
});

function CardAge({ order }: { order: Order }) {
  return <OrderAge order={order} now={use(BoardNow)} />;
}
