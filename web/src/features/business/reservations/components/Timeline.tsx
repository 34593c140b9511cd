import { useTranslation } from "react-i18next";
import { Bdi } from "@/ui/Bdi";
import { useZonedFormat } from "../hooks/useZonedFormat";
import type { ReservationStep } from "../types";
import classes from "./ReservationDetails.module.css";

interface TimelineProps {
  steps: readonly ReservationStep[];
  zone: string;
}

/** Steps of a reservation, oldest first. A repeated state is a change of the time. */
export function Timeline({ steps, zone }: TimelineProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  return (
    <ol className={classes.timeline}>
      {steps.map(({ at, state, actor, note }, index) => (
        <li key={`${at} ${state}`} className={classes.step}>
          <span className={classes.strong}>
            {steps[index - 1]?.state === state ? t("timeline.moved") : t(`state.${state}`)}
          </span>
          <span className={classes.muted}>
            <time dateTime={at}>{format.dateTime(at)}</time> · {t(`actor.${actor}`)}
          </span>
          {note && <Bdi>{note}</Bdi>}
        </li>
      ))}
    </ol>
  );
}
