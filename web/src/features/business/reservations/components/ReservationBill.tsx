import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { asDeepRequired } from "@/api/deepRequired";
import { addedVat } from "@/shared/booking/model/vat";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { useReservationText } from "../hooks/useReservationText";
import { bookedClasses, chargedFee, hasListedItems, paymentState } from "../model/bill";
import type { Reservation } from "../types";
import classes from "./ReservationDetails.module.css";

/** Items with their prices, the total, its payment, and the order that pays it. */
export function ReservationBill({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation("reservations");
  const money = useMoney();
  const { item } = useReservationText();
  const { total, currency, refunded, order_id } = reservation;
  const listed = hasListedItems(reservation) ? bookedClasses(reservation) : [];
  if (total === 0 && listed.length === 0 && !order_id) return null;
  const state = paymentState(reservation);
  const rows = [
    { key: "tax", label: t("bill.tax"), amount: addedVat(asDeepRequired(reservation)) },
    { key: "total", label: t("column.total"), amount: total },
    { key: "paid", label: t("payment.paid"), amount: state === "paid" || state === "refunded" ? total : 0 },
    { key: "due", label: t("payment.due"), amount: state === "due" ? total : 0 },
    { key: "refunded", label: t("payment.refunded"), amount: state === "refunded" ? refunded : 0 },
    { key: "fee", label: t("bill.fee"), amount: chargedFee(reservation) },
  ];
  return (
    <section>
      <h3 className={classes.heading}>{t("bill.title")}</h3>
      <dl className={classes.bill}>
        {listed.map((one) => (
          <div key={one.id}>
            <dt>
              <Bdi>{item(one)}</Bdi>
            </dt>
            <dd>{money(one.amount, currency)}</dd>
          </div>
        ))}
        {rows
          .filter(({ amount }) => amount > 0)
          .map(({ key, label, amount }) => (
            <div key={key} data-row={key}>
              <dt>{label}</dt>
              <dd>{money(amount, currency)}</dd>
            </div>
          ))}
      </dl>
      {order_id && (
        <Link className={classes.link} to={`/pro/orders/${order_id}`}>
          {t("bill.order")}
        </Link>
      )}
    </section>
  );
}
