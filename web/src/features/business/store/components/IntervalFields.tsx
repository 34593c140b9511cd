import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import { INTERVALS_MAX, type Interval, isOvernight, nextInterval } from "../model/hours";
import classes from "./Store.module.css";

interface IntervalFieldsProps {
  /** Name of the day. */
  name: string;
  intervals: Interval[];
  error: string | null;
  /** By this the day is found again, to move the focus there. */
  path: string | undefined;
  onChange: (intervals: Interval[]) => void;
}

/** Hours of a day: closed, or open from and to, several times. */
export function IntervalFields({ name, intervals, error, path, onChange }: IntervalFieldsProps) {
  const { t } = useTranslation("business-store");
  const id = useId();
  const isOpen = intervals.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a column of a grid
    <div
      role="group"
      className={classes.intervals}
      aria-labelledby={`${id}-name`}
      aria-describedby={error ? `${id}-error` : undefined}
      data-path={path}
      tabIndex={-1}
    >
      <div className={classes.dayHead}>
        <span id={`${id}-name`} className={classes.dayName}>
          {name}
        </span>
        <SwitchField
          label={t(isOpen ? "hours.open" : "hours.closed")}
          checked={isOpen}
          onChange={(open) => onChange(open ? [nextInterval([])] : [])}
        />
      </div>
      <div className={classes.times}>
        {intervals.map((interval, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: intervals have no id of their own
          <div key={at} className={classes.interval}>
            <TextField
              type="time"
              aria-label={t("hours.opens", { day: name, number: at + 1 })}
              value={interval.opens}
              error={Boolean(error)}
              onChange={(event) =>
                onChange(intervals.with(at, { ...interval, opens: event.currentTarget.value }))
              }
            />
            <span aria-hidden="true">–</span>
            <TextField
              type="time"
              aria-label={t("hours.closes", { day: name, number: at + 1 })}
              value={interval.closes}
              error={Boolean(error)}
              onChange={(event) =>
                onChange(intervals.with(at, { ...interval, closes: event.currentTarget.value }))
              }
            />
            {intervals.length > 1 && (
              <IconButton
                icon={IconTrash}
                label={t("hours.remove", { day: name, number: at + 1 })}
                onClick={() => onChange(intervals.toSpliced(at, 1))}
              />
            )}
            {interval.opens && interval.closes && isOvernight(interval) && (
              <small className={classes.muted}>{t("hours.nextDay")}</small>
            )}
          </div>
        ))}
        {isOpen && intervals.length < INTERVALS_MAX && (
          <Button
            variant="subtle"
            leftSection={<Icon of={IconPlus} />}
            aria-label={t("hours.addTo", { day: name })}
            onClick={() => onChange([...intervals, nextInterval(intervals)])}
          >
            {t("hours.add")}
          </Button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.problem} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
