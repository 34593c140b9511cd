import { ApiError } from "@/api/errors";
import { dateIn } from "@/shared/opening/zonedTime";
import { endOfDay, firstDayOf, lastDayOf, startOfDay } from "../model/days";
import type { PictureValue } from "../store/model/storeForm";
import type { AdvertisementForm, OwnAdvertisement } from "./api";

export const TITLE_MAX = 80;
export const TEXT_MAX = 500;
const WEEK_MS = 7 * 86_400_000;

/** Advertisement as typed. Dates are days of the company, both included. */
export interface AdvertisementValues extends Record<string, unknown> {
  title: string;
  text: string;
  picture: PictureValue | null;
  /** Id of the offering. */
  offering: number | null;
  from: string;
  until: string;
}

export const valuesOf = (one: OwnAdvertisement | null, zone: string, now: number): AdvertisementValues => ({
  title: one?.title ?? "",
  text: one?.text ?? "",
  picture: one?.picture ?? null,
  offering: one?.offering?.id ?? null,
  from: one ? firstDayOf(one.starts_at, zone) : dateIn(zone, now),
  until: one ? lastDayOf(one.ends_at, zone) : dateIn(zone, now + WEEK_MS),
});

/** Returns the changed fields, or all of a new advertisement. */
export function bodyOf(
  before: AdvertisementValues,
  after: AdvertisementValues,
  zone: string,
  isNew: boolean,
): AdvertisementForm {
  const changed = (field: "title" | "text" | "from" | "until") => isNew || before[field] !== after[field];
  return {
    ...(changed("title") && { title: after.title }),
    ...(changed("text") && { text: after.text }),
    ...(after.picture && before.picture?.id !== after.picture.id && { picture_id: after.picture.id }),
    ...(before.offering !== after.offering && { offering_id: after.offering }),
    ...(changed("from") && after.from && { starts_at: startOfDay(after.from, zone) }),
    ...(changed("until") && after.until && { ends_at: endOfDay(after.until, zone) }),
  };
}

/** The plan of the company lets fewer run at a time: the server refuses the end of what would run. */
export const isBeyondPlan = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.fields.ends_at !== undefined;

type Problem = "title" | "text" | "picture" | "required" | "order";

const isWithin = (text: string, max: number): boolean => text.trim() !== "" && [...text.trim()].length <= max;

export const problemsOf = (values: AdvertisementValues): Record<string, Problem> => ({
  ...(!isWithin(values.title, TITLE_MAX) && { title: "title" as const }),
  ...(!isWithin(values.text, TEXT_MAX) && { text: "text" as const }),
  ...(!values.picture && { picture: "picture" as const }),
  ...(!values.from && { from: "required" as const }),
  ...(!values.until
    ? { until: "required" as const }
    : values.from && values.until < values.from && { until: "order" as const }),
});
