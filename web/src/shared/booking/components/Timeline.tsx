import { Bdi } from "@/ui/Bdi";
import { type ShownState, shownStep } from "../model/shownState";
import type { BookingStep } from "../types";
import classes from "./Timeline.module.css";

export interface TimelineWords {
  /** Name of a step. A repeated state is a change of the time: `moved`. */
  step: (state: ShownState | "moved") => string;
  actor: (actor: BookingStep["actor"]) => string;
  dateTime: (at: string) => string;
}

interface TimelineProps {
  steps: readonly BookingStep[];
  words: TimelineWords;
}

/** Steps of a booking, oldest first. */
export function Timeline({ steps, words }: TimelineProps) {
  return (
    <ol className={classes.timeline}>
      {steps.map(({ at, state, actor, note }, index) => (
        <li key={`${at} ${state}`} className={classes.step}>
          <span className={classes.name}>
            {words.step(steps[index - 1]?.state === state ? "moved" : shownStep({ state, actor }))}
          </span>
          <span className={classes.note}>
            <time dateTime={at}>{words.dateTime(at)}</time> · {words.actor(actor)}
          </span>
          {note && <Bdi>{note}</Bdi>}
        </li>
      ))}
    </ol>
  );
}
