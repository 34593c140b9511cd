import { useDays } from "@/shared/booking/hooks/useAvailability";
import { useLiveOfferings } from "@/shared/booking/hooks/useLiveAvailability";
import { monthOf } from "@/shared/booking/model/dates";
import { dateIn } from "@/shared/opening/zonedTime";
import type { DatedOffer } from "../model/occurrences";
import { DateClasses } from "./DateClasses";
import { OfferDates, type OfferDatesProps } from "./OfferDates";

/** Months whose calendar is loaded to mark dates as sold out. */
const MAX_MONTHS = 6;

interface OpenDatesProps extends Pick<OfferDatesProps, "offer" | "onChoose"> {
  chosen: DatedOffer["dates"][number];
}

/** Dates of the offering whose classes are shown, with those that sell out meanwhile. */
export function OpenDates({ offer, chosen, onChoose }: OpenDatesProps) {
  const { offering, dates } = offer;
  const { time_zone } = offering.company;
  const of = (at: string) => dateIn(time_zone, Date.parse(at));
  const months = [...new Set(dates.map(({ starts_at }) => monthOf(of(starts_at))))].slice(0, MAX_MONTHS);
  const { days } = useDays(offering, months, of(new Date().toISOString()), 1);
  // The slots of the chosen date name the classes.
  useLiveOfferings(offering.company, [{ offering: offering.id, variants: null }]);
  const full = new Set(days.filter(({ state }) => state !== "free").map(({ date }) => date));
  return (
    <>
      <OfferDates offer={offer} chosen={chosen.id} full={full} onChoose={onChoose} />
      <DateClasses key={chosen.id} offering={offering} date={chosen} />
    </>
  );
}
