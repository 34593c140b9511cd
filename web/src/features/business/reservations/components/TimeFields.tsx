import { Skeleton } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { ClassSteppers } from "@/shared/booking/components/ClassSteppers";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { isBookable, specOf } from "@/shared/booking/model/bookable";
import { ErrorState } from "@/ui/ErrorState";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import type { ChoiceState } from "../hooks/useChoice";
import { isCounted, slotOf } from "../model/choice";
import { plusDays } from "../model/dates";
import type { Availability } from "../types";
import { PlaceField } from "./PlaceField";
import classes from "./TimeFields.module.css";

interface TimeFieldsProps {
  offering: { availability: Availability };
  currency: string;
  zone: string;
  earliest: string;
  chosen: ChoiceState;
  /** The form was sent: what is missing is named. */
  attempted?: boolean;
}

/** Arrival and departure of a stay, or a day and one of its free times, with the places and classes of that time. */
export function TimeFields(props: TimeFieldsProps) {
  const { offering, earliest, chosen, attempted = false } = props;
  const { t } = useTranslation("reservations");
  const { choice, setChoice, missing } = chosen;
  const isStay = offering.availability === "nights";
  const setDate = (date: string) => {
    if (!date) return;
    const until = choice.until > date ? choice.until : plusDays(date, 1);
    setChoice({ ...choice, date, until, startsAt: null });
  };
  return (
    <>
      <div className={classes.dates}>
        <TextField
          type="date"
          required
          label={t(isStay ? "time.arrival" : "time.date")}
          value={choice.date}
          min={earliest}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
        />
        {isStay && (
          <TextField
            type="date"
            required
            label={t("time.departure")}
            value={choice.until}
            min={plusDays(choice.date, 1)}
            error={attempted && missing === "departure" ? t("time.departureInvalid") : null}
            onChange={({ currentTarget }) =>
              currentTarget.value && setChoice({ ...choice, until: currentTarget.value })
            }
          />
        )}
      </div>
      {!isStay && <SlotChoice {...props} />}
      {!isCounted(offering.availability) && <VariantField chosen={chosen} />}
    </>
  );
}

function SlotChoice({ offering: { availability }, currency, zone, chosen, attempted }: TimeFieldsProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const { choice, setChoice, day, missing } = chosen;
  if (day.isLoadingError) return <ErrorState title={t("time.failed")} onRetry={() => void day.refetch()} />;
  if (!day.data) return <Skeleton height={92} radius="md" />;
  const free = day.data.slots.filter(({ left }) => left > 0);
  const slot = slotOf(day.data, choice);
  return (
    <>
      <Group
        legend={t("time.slots")}
        problem={attempted && missing === "time" ? t("time.required") : null}
        className={classes.slots}
      >
        {free.length === 0 && <p className={classes.none}>{t("time.none")}</p>}
        {free.map(({ starts_at }) => (
          <button
            key={starts_at}
            type="button"
            className={`bare ${classes.slot}`}
            aria-pressed={choice.startsAt === starts_at}
            onClick={() => setChoice({ ...choice, startsAt: starts_at })}
          >
            {format.time(starts_at)}
          </button>
        ))}
      </Group>
      {slot && isCounted(availability) && isBookable(availability) && (
        <Group
          legend={t("units.title")}
          problem={attempted && missing === "units" ? t("units.required") : null}
        >
          <ClassSteppers
            units={slot.variants.map(({ variant_id, name, price, left }) => ({
              id: variant_id,
              name,
              price,
              left,
            }))}
            currency={currency}
            fewLeft={specOf(availability).fewLeft}
            value={choice.quantities}
            onChange={(quantities) => setChoice({ ...choice, quantities })}
          />
        </Group>
      )}
      {slot && (
        <PlaceField
          day={day.data}
          slot={slot}
          choice={choice}
          onChange={(place) => setChoice({ ...choice, place })}
        />
      )}
    </>
  );
}

/** Room type, or variant of a treatment. One alone needs no choice. */
function VariantField({ chosen: { choice, setChoice, day } }: { chosen: ChoiceState }) {
  const { t } = useTranslation("reservations");
  const variants = day.data?.variants ?? [];
  if (variants.length < 2) return null;
  return (
    <SelectField
      label={t("units.variant")}
      data={variants.map(({ id, name, sold_out }) => ({
        value: String(id),
        label: name,
        disabled: sold_out,
      }))}
      value={String(choice.variant ?? variants.find(({ sold_out }) => !sold_out)?.id ?? "")}
      onChange={({ currentTarget }) => setChoice({ ...choice, variant: Number(currentTarget.value) })}
    />
  );
}

interface GroupProps {
  legend: string;
  problem: string | null;
  className?: string | undefined;
  children: ReactNode;
}

/** Choices under a legend. It takes the focus when one of them is missing. */
function Group({ legend, problem, className, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset
      className={`${classes.group} ${className ?? ""}`}
      tabIndex={-1}
      aria-describedby={problem ? id : undefined}
      data-missing={problem ? "" : undefined}
    >
      <legend className={classes.legend}>{legend}</legend>
      {children}
      {problem && (
        <p id={id} className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
