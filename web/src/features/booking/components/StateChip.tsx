import { useTranslation } from "react-i18next";
import type { BookingState } from "../types";
import classes from "./ReservationCard.module.css";

type Kind = "good" | "waiting" | "bad" | "over";

const KIND: Readonly<Record<BookingState, Kind>> = {
  held: "waiting",
  awaiting_company: "waiting",
  confirmed: "good",
  checked_in: "good",
  completed: "over",
  expired: "over",
  declined: "bad",
  cancelled_by_user: "bad",
  cancelled_by_company: "bad",
  no_show: "bad",
};

/** State of a booking as a chip. */
export function StateChip({ state }: { state: BookingState }) {
  const { t } = useTranslation("booking");
  return (
    <span className={classes.chip} data-kind={KIND[state]}>
      {t(`state.${state}`)}
    </span>
  );
}
