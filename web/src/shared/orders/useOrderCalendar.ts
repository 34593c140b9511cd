import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download } from "@/api/client";
import { ApiError } from "@/api/errors";
import { saveAs } from "@/lib/saveAs";
import { toast } from "@/lib/toasts";
import type { Order } from "./types";

/** Returns true if an order has a time for a calendar: its handover, or a booking. */
export const hasCalendar = ({ lines, promised_at, bookings }: Order): boolean =>
  (lines.length > 0 && promised_at !== null) || bookings.some(({ booking_id }) => booking_id !== null);

/** Saves the calendar file of an order. */
export function useOrderCalendar({ id, code }: Pick<Order, "id" | "code">) {
  const { t } = useTranslation("orders");
  const save = useMutation({
    mutationFn: async () => saveAs(await download(`/api/v1/users/orders/${id}/calendar/`), `${code}.ics`),
    onError(error) {
      const offline = error instanceof ApiError && error.code === "network";
      toast.error(t(offline ? "common:error.network" : "calendar.failed"), error, () => save.mutate());
    },
  });
  return save;
}
