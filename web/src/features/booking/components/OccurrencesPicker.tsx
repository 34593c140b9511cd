import { useTranslation } from "react-i18next";
import { ClassSteppers } from "@/shared/booking/components/ClassSteppers";
import { DeckPlan } from "@/shared/booking/components/DeckPlan";
import { OccurrenceList } from "@/shared/booking/components/OccurrenceList";
import { useDays, useSlots } from "@/shared/booking/hooks/useAvailability";
import { useLiveAvailability } from "@/shared/booking/hooks/useLiveAvailability";
import { specOf } from "@/shared/booking/model/bookable";
import { monthOf } from "@/shared/booking/model/dates";
import { dateIn } from "@/shared/opening/zonedTime";
import { useBookingFormat } from "../hooks/useBookingFormat";
import { unitsOf } from "../model/unitsOf";
import classes from "./Booking.module.css";
import { PickerSection } from "./PickerSection";
import type { PickerProps } from "./picker";
import { WaitlistOffer } from "./WaitlistOffer";

/** Months whose calendar is loaded to mark dates as sold out. */
const MAX_MONTHS = 6;

/** Date and classes of an event, a sailing or a workshop. */
export function OccurrencesPicker({
  offering,
  horizon,
  selection,
  onChange,
  held,
  timeOnly = false,
}: PickerProps) {
  const { t } = useTranslation("booking");
  const spec = specOf(offering.availability);
  const { time_zone } = offering.company;
  const format = useBookingFormat(time_zone);
  const { occurrences } = offering;
  const isHeld = (variant: number) => held?.items.some((item) => item.variant_id === variant) ?? false;
  const dateOf = (at: string) => dateIn(time_zone, Date.parse(at));
  const months = [...new Set(occurrences.map(({ starts_at }) => monthOf(dateOf(starts_at))))].slice(
    0,
    MAX_MONTHS,
  );
  const { days } = useDays(offering, months, horizon.today, 1);
  useLiveAvailability(offering);
  const chosen = occurrences.find(({ id }) => id === selection.occurrence);
  const slots = useSlots(offering, chosen ? dateOf(chosen.starts_at) : null, 1);
  const slot = slots.data?.slots.find(({ occurrence_id }) => occurrence_id === selection.occurrence);
  const full = new Set(days.filter(({ state }) => state === "full").map(({ date }) => date));
  const soldOut = occurrences.filter(({ left, starts_at }) => left === 0 || full.has(dateOf(starts_at)));
  const choices = soldOut.flatMap(({ id, starts_at }) =>
    offering.variants.map((variant) => ({
      key: `${id}-${variant.id}`,
      label: [format.short(starts_at), offering.variants.length > 1 && variant.name]
        .filter(Boolean)
        .join(" · "),
      time: { occurrence_id: id, items: [{ variant_id: variant.id, quantity: 1 }] },
    })),
  );
  const soldOutClasses = (slot?.variants ?? []).filter(
    ({ left, variant_id }) => left <= 0 && !isHeld(variant_id),
  );
  const classChoices = chosen
    ? soldOutClasses.map(({ variant_id, name }) => ({
        key: `${chosen.id}-${variant_id}`,
        label: [format.short(chosen.starts_at), name].filter(Boolean).join(" · "),
        time: { occurrence_id: chosen.id, items: [{ variant_id, quantity: 1 }] },
      }))
    : [];
  const zone = occurrences[0] ? format.zone(occurrences[0].starts_at) : null;
  return (
    <>
      <PickerSection title={t("occurrences.title")} note={zone && t("when.zone", { zone })} field="date">
        {occurrences.length === 0 ? (
          <p className={classes.none}>{t("none.occurrences")}</p>
        ) : (
          <OccurrenceList
            occurrences={occurrences}
            days={days}
            timeZone={time_zone}
            format={format}
            value={selection.occurrence}
            onChange={({ id }) => onChange({ occurrence: id })}
          />
        )}
        {choices.length + classChoices.length > 0 && !timeOnly && (
          <WaitlistOffer
            offering={offering}
            choices={[...classChoices, ...choices]}
            full={soldOut.length === occurrences.length}
            counted
          />
        )}
      </PickerSection>
      {chosen && !timeOnly && (
        <PickerSection title={t("classes.title")} field="tickets">
          <DeckPlan
            decks={offering.details.decks}
            units={unitsOf(offering, slot?.variants, held)}
            value={selection.quantities}
            onChange={(quantities) => onChange({ quantities })}
          />
          <ClassSteppers
            units={unitsOf(offering, slot?.variants, held)}
            currency={offering.currency}
            fewLeft={spec.fewLeft}
            value={selection.quantities}
            onChange={(quantities) => onChange({ quantities })}
          />
        </PickerSection>
      )}
    </>
  );
}
