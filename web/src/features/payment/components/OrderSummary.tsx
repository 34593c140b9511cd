import { useTranslation } from "react-i18next";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { Totals } from "@/shared/cart/Totals";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import type { Order } from "../types";
import classes from "./Payment.module.css";

/** Lines and totals of an order. */
export function OrderSummary({ order }: { order: Order }) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const { company, lines, bookings, currency } = order;
  const format = useZonedFormat(company.time_zone);
  return (
    <section className={classes.card} aria-labelledby={`payment-summary-${order.id}`}>
      <h2 id={`payment-summary-${order.id}`} className={classes.title}>
        <Bdi>{company.name}</Bdi>
      </h2>
      <ul className={classes.lines} aria-label={t("lines")}>
        {bookings.map((booking) => (
          <li key={booking.booking_id ?? booking.starts_at} className={classes.line}>
            <span className="tabular">{t("times", { quantity: 1 })}</span>
            <span>
              <Bdi>{booking.name}</Bdi>
              <span className={classes.muted}> {format.short(booking.starts_at)}</span>
            </span>
            <span className="tabular">{money(booking.amount, currency)}</span>
          </li>
        ))}
        {lines.map((line) => (
          <li
            key={`${line.product_id} ${line.variant_id} ${line.note} ${line.options.map(({ choice }) => choice)}`}
            className={classes.line}
          >
            <span className="tabular">{t("times", { quantity: line.quantity })}</span>
            <span>
              <Bdi>{line.name}</Bdi>
              {line.variant_name && <Bdi className={classes.muted}> {line.variant_name}</Bdi>}
            </span>
            <span className="tabular">{money(line.unit_price * line.quantity, currency)}</span>
          </li>
        ))}
      </ul>
      <Totals priced={order} currency={currency} delivered={order.address !== null} />
    </section>
  );
}
