import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { ClassSteppers } from "@/shared/booking/components/ClassSteppers";
import { DayStrip } from "@/shared/booking/components/DayStrip";
import { FloorPlan } from "@/shared/booking/components/FloorPlan";
import { LoadState } from "@/shared/booking/components/LoadState";
import { SlotList } from "@/shared/booking/components/SlotList";
import { useDays, useSlots } from "@/shared/booking/hooks/useAvailability";
import { useLiveAvailability } from "@/shared/booking/hooks/useLiveAvailability";
import { specOf } from "@/shared/booking/model/bookable";
import { formatDate } from "@/shared/booking/model/dates";
import { monthsOf } from "@/shared/booking/model/horizon";
import type { Slot } from "@/shared/booking/types";
import { useBookingFormat } from "../hooks/useBookingFormat";
import { unitsOf } from "../model/unitsOf";
import { slotChoices } from "../model/waitlist";
import classes from "./Booking.module.css";
import { PickerSection } from "./PickerSection";
import type { PickerProps } from "./picker";
import { StaffChoice } from "./StaffChoice";
import { WaitlistOffer } from "./WaitlistOffer";

/** Day and time of an appointment, a table or an entry. */
export function SlotsPicker({ offering, horizon, selection, onChange, held, timeOnly = false }: PickerProps) {
  const { t } = useTranslation("booking");
  const spec = specOf(offering.availability);
  const { time_zone } = offering.company;
  const format = useBookingFormat(time_zone);
  const members = spec.partyFilters ? selection.members : 1;
  const months = monthsOf(horizon);
  const [loaded, setLoaded] = useState(() => monthsUpTo(months, selection.date));
  const person = spec.staff ? selection.resource : null;
  const calendar = useDays(offering, months.slice(0, loaded), horizon.today, members, person);
  const days = calendar.days.filter(({ date }) => date <= horizon.last);
  const date = selection.date ?? days.find(({ state }) => state === "free")?.date ?? null;
  const slots = useSlots(offering, date, members);
  const glowing = useLiveAvailability(offering);
  const staff = slots.data?.staff ?? [];
  const ahead = slots.data?.slots.filter(({ starts_at }) => Date.parse(starts_at) > Date.now());
  const shown = ofResource(ahead ?? [], person);
  const chosen = shown.find(({ starts_at }) => starts_at === selection.startsAt);
  const zone = date && format.zone(slots.data?.slots[0]?.starts_at ?? `${date}T12:00:00Z`);
  // A time that is over for booking has left 0 too.
  const earliest = Date.now() + horizon.noticeMs;
  const { tag } = useLanguage();
  const choices = date
    ? slotChoices(
        date,
        (ahead ?? []).filter(
          ({ starts_at }) => Date.parse(starts_at) >= earliest && starts_at !== selection.startsAt,
        ),
        spec.party === "members" ? { members: selection.members } : firstClass(offering),
        {
          any: t("waitlist.anyTimeOn", {
            day: formatDate(tag, date, { weekday: "long", day: "numeric", month: "long" }),
          }),
          time: format.time,
        },
      )
    : [];
  const isEmpty = !shown.some(({ left, starts_at }) => left > 0 || starts_at === selection.startsAt);
  return (
    <>
      {spec.staff && staff.length > 1 && (
        <PickerSection title={t("staff.title")}>
          <StaffChoice
            staff={staff}
            value={selection.resource}
            onChange={(resource) => onChange({ resource, startsAt: null })}
          />
        </PickerSection>
      )}
      <PickerSection
        strip
        title={t("days.title")}
        note={zone && t("when.zone", { zone })}
        field={date ? undefined : "time"}
      >
        <LoadState
          loading={calendar.loading && days.length === 0}
          error={days.length === 0 ? calendar.error : null}
          onRetry={calendar.retry}
          size={92}
        >
          <DayStrip
            days={days}
            value={date}
            onChange={(next) =>
              onChange({ date: next, startsAt: null, ...(spec.tables && { resource: null }) })
            }
            onMore={() => setLoaded((count) => Math.min(count + 1, months.length))}
          />
        </LoadState>
      </PickerSection>
      {date && (
        <PickerSection title={t("slots.title")} field="time">
          <LoadState
            loading={slots.isPending}
            error={slots.data ? null : slots.error}
            onRetry={() => void slots.refetch()}
            size={168}
          >
            {isEmpty && <p className={classes.none}>{t("none.slots")}</p>}
            <SlotList
              slots={shown}
              value={selection.startsAt}
              fewLeft={spec.fewLeft}
              glowing={glowing}
              format={format}
              onChange={(slot) =>
                onChange({ date, startsAt: slot.starts_at, ...(spec.tables && { resource: null }) })
              }
            />
            {choices.length > 0 && !timeOnly && (
              <WaitlistOffer
                key={date}
                offering={offering}
                choices={choices}
                full={isEmpty}
                counted={spec.party === "quantities"}
              />
            )}
          </LoadState>
        </PickerSection>
      )}
      {spec.tables && chosen && slots.data && slots.data.tables.length > 0 && (
        <PickerSection title={t("common:field.withOptional", { label: t("table.title") })}>
          <FloorPlan
            tables={slots.data.tables}
            slot={chosen}
            members={members}
            mine={held?.resources.map(({ id }) => id)}
            value={selection.resource}
            onChange={(resource) => onChange({ resource })}
          />
        </PickerSection>
      )}
      {spec.party === "quantities" && !timeOnly && (
        <PickerSection title={t("classes.title")} field="tickets">
          <ClassSteppers
            units={unitsOf(offering, chosen?.variants, held)}
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

/** Months to load at first: those up to a date, and one more so that the strip goes on. */
function monthsUpTo(months: readonly string[], date: string | null): number {
  const wanted = date === null ? 0 : months.filter((month) => month <= date).length;
  return Math.min(months.length, Math.max(2, wanted));
}

/** Class that is waited for where several are sold. */
function firstClass({ variants: [first] }: PickerProps["offering"]) {
  return first ? { items: [{ variant_id: first.id, quantity: 1 }] } : {};
}

/** Slots as one member of staff has them. */
function ofResource(slots: readonly Slot[], resource: number | null): readonly Slot[] {
  if (resource === null) return slots;
  return slots.map((slot) => ({ ...slot, left: slot.resources.includes(resource) ? 1 : 0 }));
}
