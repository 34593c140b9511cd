import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import type { OpeningState as State } from "@/shared/offering/types";
import classes from "./OpeningState.module.css";
import { changesAt, stateAt } from "./openingState";
import { useNow } from "./useNow";
import { zonedTime } from "./zonedTime";

interface OpeningStateProps {
  opening: State;
  /** Zone of the company. */
  zone: string;
  /** Only the state, without the time of the next opening or closing. */
  short?: boolean;
}

/** Opening state of a company, in its local time and kept up to date. */
export function OpeningState({ opening, zone, short = false }: OpeningStateProps) {
  const { t } = useTranslation("catalogue");
  const { tag } = useLanguage();
  const now = useNow();
  const state = stateAt(opening, now);
  const change = changesAt(state);
  const at = change === null ? null : zonedTime(tag, zone, Date.parse(change), now);
  const time = at && [at.time, at.zone].filter(Boolean).join(" ");
  const soon = state.state.endsWith("_soon");
  return (
    <span className={classes.opening} data-state={state.state}>
      <span className={classes.state}>{t(`opening.${state.state}`, { time })}</span>
      {!short && !soon && at && (
        <span className={classes.until}>
          {state.state === "open"
            ? t("opening.until", { time })
            : at.day
              ? t("opening.opensOn", { day: at.day, time })
              : t("opening.opens", { time })}
        </span>
      )}
    </span>
  );
}
