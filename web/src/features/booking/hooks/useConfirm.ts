import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import type { Booking, Contact } from "@/shared/booking/types";
import { bookingKeys, confirmHold, readBooking } from "../api";

interface ConfirmOptions {
  onConfirmed: (booking: Booking) => void;
  onExpired: () => void;
  /** The total is another than was shown. */
  onPrice: (booking: Booking) => void;
  onRefused: (error: Error) => void;
}

interface Confirmation {
  held: Booking;
  contact: Contact;
}

/** Confirms a hold. */
export function useConfirm({ onConfirmed, onExpired, onPrice, onRefused }: ConfirmOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ held, contact }: Confirmation) => confirmHold(held.id, contact, held.total),
    onSuccess(booking) {
      queries.setQueryData(bookingKeys.booking(booking.id), booking);
      void queries.invalidateQueries({ queryKey: bookingKeys.lists });
      onConfirmed(booking);
    },
    async onError(error, { held }) {
      const code = error instanceof ApiError ? error.code : "";
      if (code === "booking.hold_expired") return onExpired();
      if (code !== "booking.price_changed") return onRefused(error);
      const current = await readBooking(held.id).catch(() => null);
      return current ? onPrice(current) : onRefused(error);
    },
  });
}
