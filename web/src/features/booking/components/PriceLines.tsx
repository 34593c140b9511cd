import { useTranslation } from "react-i18next";
import { specOf } from "@/shared/booking/model/bookable";
import { addedVat } from "@/shared/booking/model/vat";
import type { Booking } from "@/shared/booking/types";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import type { BookingFormat } from "../hooks/useBookingFormat";
import { useTotal } from "../hooks/useTotal";
import classes from "./Summary.module.css";

/** Each night or class with its price, the total, and the VAT in it or added to it. */
export function PriceLines({ booking, format }: { booking: Booking; format: BookingFormat }) {
  const { t } = useTranslation("booking");
  const money = useMoney();
  const total = useTotal();
  const isStay = specOf(booking.offering.availability).rooms;
  const added = addedVat(booking);
  const listed = added > 0 || booking.items.length > 1 || booking.items.some(({ quantity }) => quantity > 1);
  return (
    <dl className={classes.prices}>
      {listed &&
        booking.items.map((item) => (
          <div key={`${item.variant_id} ${item.starts_at}`} className={classes.price}>
            <dt>
              {isStay ? format.date(item.starts_at) : <Bdi>{item.name || booking.offering.name}</Bdi>}
              {item.quantity > 1 && ` × ${item.quantity}`}
            </dt>
            <dd>{money(item.unit_price * item.quantity, booking.currency)}</dd>
          </div>
        ))}
      {added > 0 && (
        <div className={classes.price}>
          <dt>{t("total.vatAdded")}</dt>
          <dd>{money(added, booking.currency)}</dd>
        </div>
      )}
      <div className={`${classes.price} ${classes.total}`}>
        <dt>{t("total.title")}</dt>
        <dd>{total(booking.total, booking.currency)}</dd>
      </div>
      {booking.vat > 0 && added === 0 && (
        <div className={`${classes.price} ${classes.vat}`}>
          <dt>{t("total.vat")}</dt>
          <dd>{money(booking.vat, booking.currency)}</dd>
        </div>
      )}
    </dl>
  );
}
