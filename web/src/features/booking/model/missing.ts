import { specOf } from "@/shared/booking/model/bookable";
import { memberLimits } from "@/shared/booking/model/party";
import type { BookableOffering } from "@/shared/booking/types";
import { quantityOf, type Selection } from "./selection";

/** Part of the choice that a booking needs and that is still empty. */
export type MissingField = "members" | "variant" | "date" | "departure" | "time" | "tickets";

type Chosen = Pick<BookableOffering, "availability" | "variants" | "members_min" | "members_max" | "details">;

/** Returns what has to be chosen before the time can be held. */
export function missingOf(offering: Chosen, selection: Selection): MissingField[] {
  const { picker, party, variants } = specOf(offering.availability);
  const limits = memberLimits(offering, selection.rooms);
  const { members, date, until } = selection;
  const missing: Readonly<Record<MissingField, boolean>> = {
    members: party === "members" && (members < limits.min || members > limits.max),
    variant: variants === "one" && offering.variants.length > 1 && selection.variant === null,
    date: picker === "nights" ? date === null : picker === "occurrences" && selection.occurrence === null,
    departure: picker === "nights" && date !== null && until === null,
    time: picker === "slots" && selection.startsAt === null,
    tickets: party === "quantities" && quantityOf(selection) < limits.min,
  };
  return (Object.keys(missing) as MissingField[]).filter((field) => missing[field]);
}
