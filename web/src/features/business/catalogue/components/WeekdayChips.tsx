import { Chip } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import classes from "./Catalogue.module.css";

const DAYS = [1, 2, 3, 4, 5, 6, 7];

interface WeekdayChipsProps {
  /** Days from 1, Monday. */
  chosen: readonly number[];
  error?: string | undefined;
  onChange: (days: number[]) => void;
}

/** Days of the week to choose from. */
export function WeekdayChips({ chosen, error, onChange }: WeekdayChipsProps) {
  const { t } = useTranslation("business-catalogue");
  const { tag } = useLanguage();
  const id = useId();
  // 2024-01-01 was a Monday.
  const name = (day: number) =>
    new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, day));
  return (
    <fieldset className={classes.days} aria-label={t("times.weekdays")}>
      <Chip.Group multiple value={chosen.map(String)} onChange={(days) => onChange(days.map(Number).sort())}>
        {DAYS.map((day) => (
          <Chip
            key={day}
            value={String(day)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
          >
            {name(day)}
          </Chip>
        ))}
      </Chip.Group>
      {error && (
        <p id={id} className={classes.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
