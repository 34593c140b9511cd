import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Order, OrderState } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { progressOf } from "../model";
import classes from "./Order.module.css";

/** Steps of an order from the payment to the customer, with the current one. */
export function OrderProgress({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const times = useOrderTimes(order.company.time_zone);
  const steps = progressOf(order);
  if (steps.length === 0) return null;
  const nameOf = (state: OrderState) => {
    const isBooked = order.lines.length === 0 && (state === "accepted" || state === "fulfilled");
    return t(isBooked ? `progress.booked.${state}` : `state.customer.${state}`);
  };
  return (
    <ol className={classes.progress} aria-label={t("progress.label")}>
      {steps.map(({ state, at, phase }) => (
        <li
          key={state}
          className={classes.progressStep}
          data-phase={phase}
          aria-current={phase === "now" ? "step" : undefined}
        >
          <span className={classes.dot}>
            {phase === "done" && <Icon of={IconCheck} size={16} />}
            {phase === "done" && <VisuallyHidden>{t("progress.done")}</VisuallyHidden>}
          </span>
          <span className={classes.progressWords}>
            <span className={classes.progressName}>{nameOf(state)}</span>
            {at && (
              <time dateTime={at} className={classes.muted}>
                {times.short(at)}
              </time>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
