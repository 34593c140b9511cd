import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Bdi } from "@/ui/Bdi";
import type { BookingState, BookingStep } from "../types";
import classes from "./Timeline.module.css";

/** Steps of a booking, oldest first. A repeated state is a change of the time. */
export function Timeline({ steps }: { steps: readonly BookingStep[] }) {
  const { t } = useTranslation("booking");
  const format = useFormat();
  const name = (state: BookingState, before: BookingState | undefined) =>
    state === before ? t("timeline.moved") : t(`timeline.${state}`);
  return (
    <ol className={classes.timeline}>
      {steps.map(({ at, state, actor, note }, index) => (
        <li key={`${at} ${state}`} className={classes.step}>
          <span className={classes.name}>{name(state, steps[index - 1]?.state)}</span>
          <span className={classes.note}>
            <time dateTime={at}>{format.dateTime(at)}</time> · {t(`actor.${actor}`)}
          </span>
          {note && <Bdi>{note}</Bdi>}
        </li>
      ))}
    </ol>
  );
}
