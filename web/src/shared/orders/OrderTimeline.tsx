import { useTranslation } from "react-i18next";
import { Bdi } from "@/ui/Bdi";
import classes from "./Orders.module.css";
import type { Order } from "./types";
import { useOrderTimes } from "./useOrderTimes";
import { useReasonText } from "./useReasonText";

interface OrderTimelineProps {
  order: Order;
  side: "company" | "customer";
}

/** Steps of an order with their times, oldest first. */
export function OrderTimeline({ order: { changes, company }, side }: OrderTimelineProps) {
  const { t } = useTranslation("orders");
  const times = useOrderTimes(company.time_zone);
  const reason = useReasonText();
  return (
    <ol className={classes.timeline}>
      {changes.map(({ at, state, actor, note }) => (
        <li key={`${at} ${state}`} className={classes.step}>
          <span className={classes.strong}>{t(`state.${side}.${state}`)}</span>
          <span className={classes.muted}>
            <time dateTime={at}>{times.short(at)}</time> ·{" "}
            <Bdi>{t(`actor.${side}.${actor}`, { company: company.name })}</Bdi>
          </span>
          {note && <Bdi>{reason(note)}</Bdi>}
        </li>
      ))}
    </ol>
  );
}
