import { Button } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { toast } from "@/lib/toasts";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { useMoney } from "@/shared/money/formatMoney";
import { bookingPath, offeringPath } from "@/shared/offering/availability";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { cartKeys } from "./api";
import classes from "./Lines.module.css";
import type { Cart, CartBooking } from "./types";
import { useRemoveBooking } from "./useCarts";
import { useTimeLeft } from "./useTimeLeft";

/** Held bookings of a cart, each with the time that is left to order it. */
export function BookingLines({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart");
  if (cart.bookings.length === 0) return null;
  return (
    <ul className={classes.lines} aria-label={t("booking.title")}>
      {cart.bookings.map((booking) => (
        <BookingLine key={booking.booking_id} booking={booking} cart={cart} />
      ))}
    </ul>
  );
}

function BookingLine({ booking, cart: { company, vat_added } }: { booking: CartBooking; cart: Cart }) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const format = useZonedFormat(company.time_zone);
  const remove = useRemoveBooking();
  const party = useParty();
  const { booking_id, product_id, name, category, picture, starts_at, ends_at, members, amount, vat } =
    booking;
  const { hold_expires_at, free_cancel_until, cancel_fee } = booking;
  const giveBack = () =>
    remove.mutate(booking_id, { onError: (error) => toast.error(t("booking.failed"), error) });
  return (
    <li className={classes.line}>
      <span className={classes.picture}>
        <Picture picture={picture} alt="" sizes="72px" category={category} />
      </span>
      <div className={classes.words}>
        <Link to={offeringPath({ id: product_id })} className={classes.name}>
          <Bdi>{name}</Bdi>
        </Link>
        <span>
          {format.short(starts_at)} – {format.end(starts_at, ends_at)}
        </span>
        <span className={classes.muted}>
          {party(booking, t("booking.members", { count: members }))}
          {cancel_fee > 0 && ` · ${t("booking.free", { until: format.short(free_cancel_until) })}`}
        </span>
        {hold_expires_at ? (
          <HoldLeft deadline={hold_expires_at} />
        ) : (
          <>
            <span className={classes.problem} role="status">
              {t("booking.ended")}
            </span>
            <Link to={bookingPath({ id: product_id })} className={classes.again}>
              {t("booking.again")}
            </Link>
          </>
        )}
      </div>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={t("booking.removeNamed", { name })}
          onClick={giveBack}
        >
          {t("booking.remove")}
        </Button>
        <span className={classes.amount} data-pending={hold_expires_at ? undefined : true}>
          {money(vat_added > 0 ? amount - vat : amount, company.currency)}
        </span>
      </div>
    </li>
  );
}

/** Time left of a hold. The carts are read again at its end. */
function HoldLeft({ deadline }: { deadline: string }) {
  const { t } = useTranslation("cart");
  const queries = useQueryClient();
  const left = useTimeLeft(deadline, () => void queries.invalidateQueries({ queryKey: cartKeys.carts }));
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <span className={classes.hold} role="timer" aria-live="off">
      <Icon of={IconClock} size={16} />
      <span className="tabular">{t("booking.left", { left: words })}</span>
    </span>
  );
}
