import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { LoadState } from "@/shared/booking/components/LoadState";
import { NightsCalendar } from "@/shared/booking/components/NightsCalendar";
import { useDays } from "@/shared/booking/hooks/useAvailability";
import { useLiveAvailability } from "@/shared/booking/hooks/useLiveAvailability";
import { daysBetween, formatDate, monthOf } from "@/shared/booking/model/dates";
import { monthsOf } from "@/shared/booking/model/horizon";
import type { Selection } from "../model/selection";
import classes from "./Booking.module.css";
import { PickerSection } from "./PickerSection";
import type { PickerProps } from "./picker";
import { WaitlistOffer } from "./WaitlistOffer";

/** Arrival and departure of a stay. */
export function NightsPicker({ offering, horizon, selection, onChange, timeOnly = false }: PickerProps) {
  const { t } = useTranslation("booking");
  const months = monthsOf(horizon);
  const [wanted, setWanted] = useState<readonly string[]>(() => firstMonths(months, selection.date));
  const calendar = useDays(offering, wanted, horizon.today, 1);
  useLiveAvailability(offering);
  const hint = useStayHint(
    selection,
    calendar.days.find(({ date }) => date === selection.date)?.min_nights ?? 1,
  );
  const isEmpty = !calendar.loading && !calendar.days.some(({ state }) => state === "free");
  const hasFull = calendar.days.some(({ state }) => state === "full");
  const onMonth = (month: string) =>
    setWanted((before) => (before.includes(month) || !months.includes(month) ? before : [...before, month]));
  return (
    <PickerSection
      title={t("nights.title")}
      note={<span aria-live="polite">{hint}</span>}
      field={selection.date === null ? "date" : "departure"}
    >
      <LoadState
        loading={calendar.loading && calendar.days.length === 0}
        error={calendar.days.length === 0 ? calendar.error : null}
        onRetry={calendar.retry}
        size={360}
      >
        {isEmpty && <p className={classes.none}>{t("none.nights")}</p>}
        <NightsCalendar
          days={calendar.days}
          months={months}
          currency={offering.currency}
          selection={selection}
          onChange={onChange}
          onMonth={onMonth}
        />
        {hasFull && !timeOnly && (
          <WaitlistOffer
            offering={offering}
            choices={[]}
            full={isEmpty}
            stay={{
              rooms: selection.rooms,
              members: selection.members,
              today: horizon.today,
              checkIn: selection.date,
            }}
          />
        )}
      </LoadState>
    </PickerSection>
  );
}

/** Months to load at first: of the arrival, or the next ones, with one more for the way on. */
function firstMonths(months: readonly string[], date: string | null): readonly string[] {
  const at = date === null ? 0 : Math.max(0, months.indexOf(monthOf(date)));
  return months.slice(at, at + 3);
}

function useStayHint({ date, until }: Selection, minNights: number): string {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  const format = useFormat();
  const short = (day: string) => formatDate(tag, day, { weekday: "short", day: "numeric", month: "short" });
  if (date === null) return t("nights.chooseArrival");
  if (until !== null) {
    const nights = daysBetween(date, until);
    return t("nights.stay", { from: short(date), to: short(until), count: nights });
  }
  return minNights > 1
    ? t("nights.chooseDepartureMin", { count: minNights, nights: format.number(minNights) })
    : t("nights.chooseDeparture");
}
