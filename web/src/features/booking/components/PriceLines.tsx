import { useTranslation } from "react-i18next";
import { specOf } from "@/shared/booking/model/bookable";
import type { Booking } from "@/shared/booking/types";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import type { BookingFormat } from "../hooks/useBookingFormat";
import { useTotal } from "../hooks/useTotal";
import classes from "./Summary.module.css";

/** Each night or class with its price, the total and the VAT in it. */
export function PriceLines({ booking, format }: { booking: Booking; format: BookingFormat }) {
  const { t } = useTranslation("booking");
  const money = useMoney();
  const total = useTotal();
  const isStay = specOf(booking.offering.availability).rooms;
  const listed = booking.items.length > 1 || booking.items.some(({ quantity }) => quantity > 1);
  return (
    <dl className={classes.prices}>
      {listed &&
        booking.items.map((item) => (
          <div key={`${item.variant_id} ${item.starts_at}`} className={classes.price}>
            <dt>
              {isStay ? format.date(item.starts_at) : <Bdi>{item.name || t("classes.ticket")}</Bdi>}
              {item.quantity > 1 && ` × ${item.quantity}`}
            </dt>
            <dd>{money(item.unit_price * item.quantity, booking.currency)}</dd>
          </div>
        ))}
      <div className={`${classes.price} ${classes.total}`}>
        <dt>{t("total.title")}</dt>
        <dd>{total(booking.total, booking.currency)}</dd>
      </div>
      {booking.vat > 0 && (
        <div className={`${classes.price} ${classes.vat}`}>
          <dt>{t("total.vat")}</dt>
          <dd>{money(booking.vat, booking.currency)}</dd>
        </div>
      )}
    </dl>
  );
}
