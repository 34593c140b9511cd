import { Skeleton } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { ErrorState } from "@/ui/ErrorState";
import { TextField } from "@/ui/TextField";
import { useSlots } from "../api";
import { plusDays } from "../model/dates";
import type { Availability, Slot } from "../types";
import classes from "./TimeFields.module.css";

/** Time of a booking as chosen so far. */
export interface ChosenTime {
  /** Day, or arrival of a stay. */
  date: string;
  /** Departure of a stay. */
  until: string;
  slot: Slot | null;
}

export const startTime = (date: string): ChosenTime => ({ date, until: plusDays(date, 1), slot: null });

/** Returns the fields of the request, or null while no time is chosen. */
export function requestOf(availability: Availability, { date, until, slot }: ChosenTime) {
  if (availability === "nights") return until > date ? { check_in: date, check_out: until } : null;
  if (!slot) return null;
  return slot.occurrence_id ? { occurrence_id: slot.occurrence_id } : { starts_at: slot.starts_at };
}

interface TimeFieldsProps {
  offering: { id: number; availability: Availability };
  members: number;
  zone: string;
  earliest: string;
  value: ChosenTime;
  /** Message of a time that is missing. */
  problem?: string | null;
  onChange: (value: ChosenTime) => void;
}

/** Arrival and departure of a stay, or a day and one of its free times. */
export function TimeFields({
  offering,
  members,
  zone,
  earliest,
  value,
  problem = null,
  onChange,
}: TimeFieldsProps) {
  const { t } = useTranslation("reservations");
  const isStay = offering.availability === "nights";
  const setDate = (date: string) => {
    if (!date) return;
    onChange({ date, until: value.until > date ? value.until : plusDays(date, 1), slot: null });
  };
  return (
    <>
      <div className={classes.dates}>
        <TextField
          type="date"
          required
          label={t(isStay ? "time.arrival" : "time.date")}
          value={value.date}
          min={earliest}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
        />
        {isStay && (
          <TextField
            type="date"
            required
            label={t("time.departure")}
            value={value.until}
            min={plusDays(value.date, 1)}
            error={problem}
            onChange={({ currentTarget }) =>
              currentTarget.value && onChange({ ...value, until: currentTarget.value })
            }
          />
        )}
      </div>
      {!isStay && (
        <SlotChoice
          offering={offering.id}
          members={members}
          zone={zone}
          value={value}
          problem={problem}
          onChange={onChange}
        />
      )}
    </>
  );
}

interface SlotChoiceProps extends Pick<TimeFieldsProps, "members" | "zone" | "value" | "onChange"> {
  offering: number;
  problem: string | null;
}

function SlotChoice({ offering, members, zone, value, problem, onChange }: SlotChoiceProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const problemId = useId();
  const slots = useSlots(offering, value.date, members, true);
  if (slots.isError) return <ErrorState title={t("time.failed")} onRetry={() => void slots.refetch()} />;
  if (!slots.data) return <Skeleton height={92} radius="md" />;
  const free = slots.data.slots.filter(({ left }) => left > 0);
  return (
    <fieldset
      className={classes.slots}
      tabIndex={-1}
      aria-describedby={problem ? problemId : undefined}
      data-missing={problem ? "" : undefined}
    >
      <legend className={classes.legend}>{t("time.slots")}</legend>
      {free.length === 0 && <p className={classes.none}>{t("time.none")}</p>}
      {free.map((slot) => (
        <button
          key={slot.starts_at}
          type="button"
          className={`bare ${classes.slot}`}
          aria-pressed={value.slot?.starts_at === slot.starts_at}
          onClick={() => onChange({ ...value, slot })}
        >
          {format.time(slot.starts_at)}
        </button>
      ))}
      {problem && (
        <p id={problemId} className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
