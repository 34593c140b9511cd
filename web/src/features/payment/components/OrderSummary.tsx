import { useTranslation } from "react-i18next";
import { Totals } from "@/shared/cart/Totals";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import type { Order } from "../types";
import classes from "./Payment.module.css";

/** Lines and totals of an order. */
export function OrderSummary({ order }: { order: Order }) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const { company, lines, currency } = order;
  return (
    <section className={classes.card} aria-labelledby={`payment-summary-${order.id}`}>
      <h2 id={`payment-summary-${order.id}`} className={classes.title}>
        <Bdi>{company.name}</Bdi>
      </h2>
      <ul className={classes.lines} aria-label={t("lines")}>
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
