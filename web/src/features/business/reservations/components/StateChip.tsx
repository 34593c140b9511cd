import { useTranslation } from "react-i18next";
import type { ReservationState } from "../types";
import classes from "./Reservations.module.css";

type Tone = "bad" | "good" | "here" | "over" | "waiting";

export const TONE: Readonly<Record<ReservationState, Tone>> = {
  held: "waiting",
  awaiting_company: "waiting",
  confirmed: "good",
  checked_in: "here",
  completed: "over",
  expired: "over",
  declined: "bad",
  cancelled_by_user: "bad",
  cancelled_by_company: "bad",
  no_show: "bad",
};

export function StateChip({ state }: { state: ReservationState }) {
  const { t } = useTranslation("reservations");
  return (
    <span className={classes.chip} data-tone={TONE[state]}>
      {t(`state.${state}`)}
    </span>
  );
}
