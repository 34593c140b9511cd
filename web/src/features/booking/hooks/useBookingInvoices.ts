import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** Invoice of a booking and its credit notes. Empty before the payment. `version` changes when the money moves. */
export function useBookingInvoices(booking_id: number, version = "") {
  return useQuery({
    queryKey: ["booking", "invoices", booking_id, version],
    queryFn: async () => {
      const params = { path: { booking_id } };
      return (await unwrap(api.GET("/api/v1/users/bookings/{booking_id}/invoices/", { params }))).data;
    },
    enabled: Number.isSafeInteger(booking_id),
  });
}
