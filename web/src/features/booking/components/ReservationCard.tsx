import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { StateChip } from "@/shared/booking/components/StateChip";
import { useParty } from "@/shared/booking/hooks/useParty";
import { shownState } from "@/shared/booking/model/shownState";
import type { Booking } from "@/shared/booking/types";
import { Bdi } from "@/ui/Bdi";
import { useBookingFormat } from "../hooks/useBookingFormat";
import { When } from "./BookingFacts";
import { BookingPicture } from "./BookingPicture";
import classes from "./ReservationCard.module.css";

/** Reservation in a list. */
export function ReservationCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation("booking");
  const party = useParty();
  const { id, offering, company, state, code, members } = booking;
  const format = useBookingFormat(company.time_zone);
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        <BookingPicture booking={booking} sizes="96px" ratio="1" />
      </div>
      <div className={classes.words}>
        <div className={classes.head}>
          <h2 className={classes.name}>
            <Link to={`/reservations/${id}`} className={classes.link}>
              <Bdi>{offering.name}</Bdi>
            </Link>
          </h2>
          <StateChip state={state}>{t(`state.${shownState(booking)}`)}</StateChip>
        </div>
        <span className={classes.note}>
          <Bdi>{company.name}</Bdi> · <Bdi>{company.city}</Bdi>
        </span>
        <When booking={booking} format={format} />
        <span className={classes.note}>
          {party(booking, t("party.count", { count: members }))} ·{" "}
          <bdi dir="ltr" className={classes.code}>
            {code}
          </bdi>
        </span>
      </div>
    </li>
  );
}
