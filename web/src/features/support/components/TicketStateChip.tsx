import { useTranslation } from "react-i18next";
import type { Side, TicketState } from "../types";
import classes from "./Support.module.css";

type Tone = "good" | "here" | "over" | "waiting";

/** A ticket that waits for the reader stands out. */
const TONE: Readonly<Record<Side, Record<TicketState, Tone>>> = {
  customer: { open: "here", waiting_customer: "waiting", resolved: "good", closed: "over" },
  company: { open: "waiting", waiting_customer: "here", resolved: "good", closed: "over" },
};

/** State of a ticket in the words of one side. */
export function TicketStateChip({ state, side }: { state: TicketState; side: Side }) {
  const { t } = useTranslation("support");
  return (
    <span className={classes.chip} data-tone={TONE[side][state]}>
      {t(`state.${side}.${state}`)}
    </span>
  );
}
