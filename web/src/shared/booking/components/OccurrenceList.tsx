import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { dateIn } from "@/shared/opening/zonedTime";
import { moveFocus } from "../hooks/moveFocus";
import type { ZonedFormat } from "../hooks/useZonedFormat";
import { formatDate } from "../model/dates";
import type { CalendarDay, Occurrence } from "../types";
import classes from "./OccurrenceList.module.css";

const STEP = 6;

interface OccurrenceListProps {
  occurrences: readonly Occurrence[];
  days: readonly CalendarDay[];
  timeZone: string;
  format: ZonedFormat;
  value: number | null;
  onChange: (occurrence: Occurrence) => void;
}

/** Dates of an offering, the next first. */
export function OccurrenceList({
  occurrences,
  days,
  timeZone,
  format,
  value,
  onChange,
}: OccurrenceListProps) {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  const chosen = occurrences.findIndex(({ id }) => id === value);
  const [limit, setLimit] = useState(Math.max(STEP, chosen + 1));
  const shown = occurrences.slice(0, limit);
  // A date with another occurrence may be free.
  const full = new Set(days.filter(({ state }) => state !== "free").map(({ date }) => date));
  const tabStop = chosen >= 0 ? value : shown[0]?.id;
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: the section has its own heading */}
      <div role="group" aria-label={t("occurrences.label")} className={classes.dates} onKeyDown={moveFocus}>
        {shown.map((occurrence) => {
          const date = dateIn(timeZone, Date.parse(occurrence.starts_at));
          const selected = occurrence.id === value;
          const soldOut = (occurrence.left === 0 || full.has(date)) && !selected;
          return (
            <button
              type="button"
              key={occurrence.id}
              data-item=""
              className={`bare ${classes.date}`}
              aria-pressed={selected}
              aria-disabled={soldOut}
              tabIndex={occurrence.id === tabStop ? 0 : -1}
              onClick={() => !soldOut && onChange(occurrence)}
            >
              <span className={classes.block} aria-hidden="true">
                <span className={classes.month}>{formatDate(tag, date, { month: "short" })}</span>
                <span className={classes.number}>{Number(date.slice(8))}</span>
              </span>
              <span className={classes.words}>
                <span className={classes.when}>{format.day(occurrence.starts_at)}</span>
                <span className={classes.note}>
                  {soldOut
                    ? t("occurrences.soldOut")
                    : t("occurrences.time", {
                        from: format.time(occurrence.starts_at),
                        to: format.end(occurrence.starts_at, occurrence.ends_at),
                      })}
                </span>
              </span>
            </button>
          );
        })}
      </div>
      {limit < occurrences.length && (
        <Button variant="default" className={classes.more} onClick={() => setLimit(limit + STEP)}>
          {t("occurrences.more")}
        </Button>
      )}
    </div>
  );
}
