import type { ReactNode } from "react";
import type { BookingState } from "../types";
import classes from "./StateChip.module.css";

export type Tone = "bad" | "good" | "here" | "over" | "waiting";

export const TONE: Readonly<Record<BookingState, Tone>> = {
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

interface StateChipProps {
  state: BookingState;
  /** Name of the state. Customer and company call some states differently. */
  children: ReactNode;
}

export const ToneChip = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={classes.chip} data-tone={tone}>
    {children}
  </span>
);

/** State of a booking as a chip. */
export const StateChip = ({ state, children }: StateChipProps) => (
  <ToneChip tone={TONE[state]}>{children}</ToneChip>
);
