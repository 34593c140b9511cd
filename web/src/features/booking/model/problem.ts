import type { TFunction } from "i18next";
import { ApiError } from "@/api/errors";
import { specOf } from "@/shared/booking/model/bookable";
import type { Bookable } from "@/shared/booking/types";

/** Refusal of a time in words. */
export interface Problem {
  title: string;
  text?: string;
  /** The chosen time is gone: another must be chosen. */
  gone: boolean;
}

const GONE: Readonly<Record<string, "refusal.soldOut" | "refusal.slotTaken">> = {
  "booking.sold_out": "refusal.soldOut",
  "booking.slot_taken": "refusal.slotTaken",
};

/** Fields of a request whose refusal has words of its own. */
const FIELDS = ["members", "children", "check_out", "check_in", "rooms", "resource_id", "items"] as const;

export function problemOf(error: Error, availability: Bookable, t: TFunction<"booking">): Problem {
  if (!(error instanceof ApiError)) return { title: t("common:error.wrong"), gone: false };
  const none = t(`none.${specOf(availability).picker}`);
  const gone = GONE[error.code];
  if (gone) return { title: none, text: t(gone), gone: true };
  if (error.code === "booking.too_many_holds") return { title: t("refusal.tooManyHolds"), gone: false };
  if (error.code === "booking.paid_price") return { title: t("refusal.paidPrice"), gone: false };
  if (error.code === "booking.paid_in_advance") return { title: t("refusal.paidInAdvance"), gone: false };
  if (error.code === "network") return { title: t("common:error.network"), gone: false };
  if (error.fields.members)
    return { title: t("none.members"), text: t("refusal.field.members"), gone: false };
  if (Object.keys(error.fields).length === 0) return { title: t("common:error.wrong"), gone: false };
  const field = FIELDS.find((name) => error.fields[name]);
  return { title: none, text: t(field ? `refusal.field.${field}` : "refusal.field.time"), gone: !field };
}
