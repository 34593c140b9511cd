import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { components } from "@/api/schema";
import { StateChip } from "@/shared/booking/components/StateChip";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import classes from "./CustomerBookings.module.css";

type Booking = components["schemas"]["Booking"];

/** Bookings of a customer, the latest first. Each opens in the reservations. */
export function CustomerBookings({ bookings }: { bookings: readonly Booking[] }) {
  return (
    <ul className={classes.list}>
      {bookings.map((booking) => (
        <Item key={booking.id} booking={booking} />
      ))}
    </ul>
  );
}

function Item({ booking }: { booking: Booking }) {
  const { t } = useTranslation(["reservations", "business-sales"]);
  const party = useParty();
  const money = useMoney();
  const { id, code, offering, company, starts_at, ends_at, members, state, total, currency, order_id } =
    booking;
  const format = useZonedFormat(company.time_zone);
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Link to={`/pro/reservations?reservation=${id}`} className={classes.name}>
          <Bdi>{offering.name}</Bdi>
        </Link>
        <span className={classes.muted}>
          {format.short(starts_at)} – {format.end(starts_at, ends_at)} ·{" "}
          {party(booking, t("party", { count: members }))} · <bdi dir="ltr">{code}</bdi>
          {order_id && (
            <>
              {" "}
              ·{" "}
              <Link to={`/pro/orders/${order_id}`} className={classes.link}>
                {t("business-sales:customers.inOrder")}
              </Link>
            </>
          )}
        </span>
      </div>
      <StateChip state={state}>{t(`state.${state}`)}</StateChip>
      <span className={classes.amount}>{money(total, currency)}</span>
    </li>
  );
}
