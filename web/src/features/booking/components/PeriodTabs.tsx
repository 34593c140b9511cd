import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { When } from "../api";
import classes from "./PeriodTabs.module.css";

const PERIODS: readonly When[] = ["upcoming", "past"];

interface PeriodTabsProps {
  value: When;
  /** Id of the panel. */
  panel: string;
  onChange: (when: When) => void;
}

/** Upcoming or past: one stop of the Tab key, the arrows change it. */
export function PeriodTabs({ value, panel, onChange }: PeriodTabsProps) {
  const { t } = useTranslation("booking");
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const next = PERIODS.find((period) => period !== value) ?? value;
    onChange(next);
    document.getElementById(`reservations-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t("reservations.title")} className={classes.tabs} onKeyDown={onKeyDown}>
      {PERIODS.map((period) => (
        <button
          type="button"
          key={period}
          role="tab"
          id={`reservations-${period}`}
          className={`bare ${classes.tab}`}
          aria-selected={period === value}
          aria-controls={panel}
          tabIndex={period === value ? 0 : -1}
          onClick={() => onChange(period)}
        >
          {t(`reservations.${period}`)}
        </button>
      ))}
    </div>
  );
}
