import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import classes from "./Orders.module.css";
import type { Order } from "./types";
import { useOrderTimes } from "./useOrderTimes";
import { useReasonText } from "./useReasonText";

interface OrderTimelineProps {
  order: Order;
  side: "company" | "customer";
}

interface Entry {
  key: string;
  at: string;
  title: string;
  actor: Order["changes"][number]["actor"];
  note: string;
}

/** Steps of an order and refunds of its company with their times, oldest first. */
export function OrderTimeline({ order, side }: OrderTimelineProps) {
  const { t } = useTranslation("orders");
  const money = useMoney();
  const { changes, refunds, lines, company, currency } = order;
  const times = useOrderTimes(company.time_zone);
  const reason = useReasonText();
  const steps = changes.map(
    ({ at, state, actor, note }): Entry => ({
      key: `${at} ${state}`,
      at,
      title: t(`state.${side}.${state}`),
      actor,
      note: note && reason(note),
    }),
  );
  const paidBack = refunds.map(({ at, amount, reason: note, lines: units }, index): Entry => {
    const names = units.map(({ line, quantity }) => `${quantity} × ${lines[line]?.name ?? ""}`);
    return {
      key: `refund ${index}`,
      at,
      title: t("order.refunded", { amount: money(amount, currency) }),
      actor: "company",
      note: [names.join(", "), note].filter(Boolean).join(" · "),
    };
  });
  const entries = [...steps, ...paidBack].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <ol className={classes.timeline}>
      {entries.map(({ key, at, title, actor, note }) => (
        <li key={key} className={classes.step}>
          <span className={classes.strong}>{title}</span>
          <span className={classes.muted}>
            <time dateTime={at}>{times.zoned(at)}</time> ·{" "}
            <Bdi>{t(`actor.${side}.${actor}`, { company: company.name })}</Bdi>
          </span>
          {note && <Bdi>{note}</Bdi>}
        </li>
      ))}
    </ol>
  );
}
