import { useTranslation } from "react-i18next";
import classes from "./Orders.module.css";
import type { OrderState as State } from "./types";

type Tone = "bad" | "good" | "here" | "over" | "waiting";

const TONE: Readonly<Record<State, Tone>> = {
  pending_payment: "waiting",
  new: "waiting",
  accepted: "good",
  processing: "good",
  ready: "here",
  en_route: "here",
  fulfilled: "over",
  cancelled: "bad",
};

/** State of an order as a chip, in the words of one side. */
export function OrderState({ state, side }: { state: State; side: "company" | "customer" }) {
  const { t } = useTranslation("orders");
  return (
    <span className={classes.chip} data-tone={TONE[state]}>
      {t(`state.${side}.${state}`)}
    </span>
  );
}
