import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";

const KNOWN = {
  "booking.paid_price": "booking-paid-price",
  "booking.sold_out": "booking-sold-out",
  "booking.slot_taken": "booking-slot-taken",
  "booking.state": "booking-state",
  "booking.too_early": "booking-too-early",
} as const;

/** Returns the sentence of a refused change. */
export function useProblem(): (error: Error) => string {
  const { t } = useTranslation("reservations");
  return (error) => {
    if (!(error instanceof ApiError)) return t("common:error.wrong");
    if (error.code === "network") return t("common:error.network");
    const known = KNOWN[error.code as keyof typeof KNOWN];
    if (known) return t(`problem.${known}`);
    return Object.keys(error.fields).length > 0 ? t("problem.rules") : t("notSaved");
  };
}
