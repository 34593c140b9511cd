import type { TFunction } from "i18next";
import { availabilityOf } from "./availability";
import type { Offering } from "./types";

/** Persons of one booking. Only a capacity is a maximum worth a word. */
export function describeMembers(
  offering: Pick<Offering, "availability" | "members_min" | "members_max">,
  t: TFunction<"catalogue">,
): string | null {
  const { members_min: min, members_max: max } = offering;
  const { booked, capacity, seats } = availabilityOf(offering.availability);
  if (min > 1 && booked)
    return capacity ? t("fact.members_range", { min, max }) : t("fact.members_from", { min });
  return seats ? t("fact.members", { count: max }) : null;
}
