import { IconCalendarEvent } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { asDeepRequired } from "@/api/deepRequired";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { useMoney } from "@/shared/money/formatMoney";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import classes from "./Orders.module.css";
import type { Order, OrderBooking, OrderLine } from "./types";

interface OrderLinesProps {
  order: Order;
  /** Each name leads to the page of its offering. */
  linked?: boolean;
  /** Page of a booking. None: its line is no link. */
  bookingPath?: (id: number) => string;
}

/** Lines of an order with picture, options, note and amount. */
export function OrderLines({ order, linked = false, bookingPath }: OrderLinesProps) {
  const { lines, bookings, currency } = order;
  const { t } = useTranslation("orders");
  const money = useMoney();
  if (lines.length + bookings.length === 0) return <p className={classes.muted}>{t("noItems")}</p>;
  return (
    <ul className={classes.lines}>
      {bookings.map((booking) => (
        <OrderBookingLine
          key={booking.booking_id ?? booking.starts_at}
          order={order}
          booking={booking}
          bookingPath={bookingPath}
        />
      ))}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
        <li key={index} className={classes.line}>
          <div className={classes.picture}>
            <Picture
              picture={line.picture ? asDeepRequired(line.picture) : null}
              alt=""
              sizes="64px"
              ratio="1"
            />
          </div>
          <div className={classes.words}>
            <span className={classes.strong}>
              <span className="tabular">{t("times", { count: line.quantity })}</span>{" "}
              <LineName line={line} linked={linked} />
            </span>
            <LineDetails line={line} />
          </div>
          {/* The totals show the discount: lines add up to the subtotal. */}
          <span className={classes.amount}>{money(line.amount + line.discount, currency)}</span>
        </li>
      ))}
    </ul>
  );
}

interface OrderBookingLineProps {
  order: Order;
  booking: OrderBooking;
  bookingPath?: (id: number) => string;
}

/** Booking of an order: its time, and its page. */
function OrderBookingLine({ order, booking, bookingPath }: OrderBookingLineProps) {
  const money = useMoney();
  const { booking_id, name, amount } = booking;
  return (
    <li className={classes.line}>
      <div className={classes.picture}>
        <span className={classes.calendar}>
          <Icon of={IconCalendarEvent} />
        </span>
      </div>
      <div className={classes.words}>
        <span className={classes.strong}>
          {bookingPath && booking_id ? (
            <Link to={bookingPath(booking_id)} className={classes.lineLink}>
              <Bdi>{name}</Bdi>
            </Link>
          ) : (
            <Bdi>{name}</Bdi>
          )}
        </span>
        <BookingTime order={order} booking={booking} />
      </div>
      <span className={classes.amount}>{money(amount, order.currency)}</span>
    </li>
  );
}

/** Time, party and refund of a booking. */
export function BookingTime({ order, booking }: { order: Order; booking: OrderBooking }) {
  const { t } = useTranslation("orders");
  const money = useMoney();
  const format = useZonedFormat(order.company.time_zone);
  const party = useParty();
  const { starts_at, ends_at, members, code, refunded, waived } = booking;
  return (
    <>
      <span className={classes.muted}>
        {format.short(starts_at)} – {format.end(starts_at, ends_at)} ·{" "}
        {party(booking, t("booking.members", { count: members }))}
        {code && (
          <>
            {" "}
            · <bdi dir="ltr">{code}</bdi>
          </>
        )}
      </span>
      {waived > 0 && (
        <span className={classes.muted}>
          {t("booking.waived", { amount: money(waived, order.currency) })}
        </span>
      )}
      {refunded > waived && (
        <span className={classes.muted}>
          {t("booking.refunded", { amount: money(refunded - waived, order.currency) })}
        </span>
      )}
    </>
  );
}

function LineName({ line: { name, product_id }, linked }: { line: OrderLine; linked: boolean }) {
  if (!linked || !product_id) return <Bdi>{name}</Bdi>;
  return (
    <Link to={`/products/${product_id}`} className={classes.lineLink}>
      <Bdi>{name}</Bdi>
    </Link>
  );
}

/** Variant, options and note of a line. */
export function LineDetails({ line }: { line: OrderLine }) {
  const { t } = useTranslation("orders");
  const { variant_name, options, note } = line;
  const chosen = [variant_name, ...options.map(({ choice }) => choice)].filter(Boolean);
  return (
    <>
      {chosen.length > 0 && (
        <span className={classes.muted}>
          <Bdi>{chosen.join(" · ")}</Bdi>
        </span>
      )}
      {note && (
        <span className={classes.note}>
          {t("lineNote")} <Bdi>{note}</Bdi>
        </span>
      )}
    </>
  );
}
