import { IconCalendarEvent, IconUsers } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { StateChip } from "@/shared/booking/components/StateChip";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { useReservationText } from "../../reservations/hooks/useReservationText";
import { placeNames } from "../../reservations/model/facts";
import type { Reservation } from "../../reservations/types";
import classes from "./Board.module.css";

/** Reservation of today on the board. It is changed among the reservations. */
export const ReservationCard = memo(function ReservationCard({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation(["business-orders", "reservations"]);
  const party = useParty();
  const money = useMoney();
  const text = useReservationText();
  const { id, code, state, customer_name, offering, members, starts_at, ends_at, note } = reservation;
  const { total, currency } = reservation;
  const payment = text.payment(reservation);
  const format = useZonedFormat(reservation.company.time_zone);
  const items = text.items(reservation);
  const places = placeNames(reservation);
  return (
    <article className={classes.card} aria-labelledby={`reservation-${id}`}>
      <div className={classes.cardTop}>
        <h3 id={`reservation-${id}`} className={classes.code}>
          <Link to={`/pro/reservations?reservation=${id}`} className={classes.codeLink}>
            <bdi dir="ltr">{code}</bdi>
          </Link>
        </h3>
        <StateChip state={state}>{t(`reservations:state.${state}`)}</StateChip>
      </div>
      <p className={classes.fact}>
        <Icon of={IconCalendarEvent} size={16} />
        {t("reservation")}
        <span className={classes.due}>
          {format.time(starts_at)} – {format.end(starts_at, ends_at)}
        </span>
      </p>
      <ul className={classes.items}>
        <li className={classes.item}>
          <Bdi>{offering.name}</Bdi>
          {items && <Bdi>{items}</Bdi>}
          {places && <Bdi>{places}</Bdi>}
        </li>
      </ul>
      {note && (
        <p className={classes.note}>
          <Bdi>{note}</Bdi>
        </p>
      )}
      <p className={classes.muted}>
        <Bdi>{customer_name || t("reservations:customer.deleted")}</Bdi>
        {payment && ` · ${money(total, currency)} · ${payment}`}
      </p>
      <p className={classes.fact}>
        <Icon of={IconUsers} size={16} />
        {party(reservation, t("reservations:party", { count: members }))}
      </p>
    </article>
  );
});
