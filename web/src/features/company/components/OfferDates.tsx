import { useTranslation } from "react-i18next";
import { moveFocus } from "@/shared/booking/hooks/moveFocus";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { dateIn } from "@/shared/opening/zonedTime";
import type { DatedOffer } from "../model/occurrences";
import classes from "./Choosing.module.css";

export interface OfferDatesProps {
  offer: DatedOffer;
  chosen: number | null;
  /** Dates on which all is sold out. */
  full: ReadonlySet<string>;
  onChoose: (id: number) => void;
}

/** Dates of an offering as chips: one is chosen. */
export function OfferDates({ offer: { offering, dates }, chosen, full, onChoose }: OfferDatesProps) {
  const { t } = useTranslation("company");
  const { time_zone } = offering.company;
  const format = useZonedFormat(time_zone);
  const tabStop = chosen ?? dates[0]?.id;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in all browsers
    <div
      role="group"
      aria-label={t("dates.label", { name: offering.name })}
      className={classes.chips}
      onKeyDown={moveFocus}
    >
      {dates.map(({ id, starts_at, left }) => {
        const isFull = left === 0 || full.has(dateIn(time_zone, Date.parse(starts_at)));
        const soldOut = isFull && id !== chosen;
        return (
          <button
            type="button"
            key={id}
            data-item=""
            className={`bare ${classes.chip}`}
            aria-pressed={id === chosen}
            aria-disabled={soldOut}
            tabIndex={id === tabStop ? 0 : -1}
            onClick={() => !soldOut && onChoose(id)}
          >
            <span>{format.date(starts_at)}</span>
            <span className={classes.time}>
              {soldOut ? t("catalogue:offering.soldOut") : format.time(starts_at)}
            </span>
          </button>
        );
      })}
    </div>
  );
}
