import { useQueryClient } from "@tanstack/react-query";
import { useReread } from "@/lib/useReread";
import { useAvailabilityEvents } from "@/shared/booking/hooks/useAvailabilityEvents";
import { cartKeys } from "./api";

/** Reads the carts again when something of this company sells out, its hours change or it pauses. */
export function useLiveCart(company: number): void {
  const queries = useQueryClient();
  const reread = useReread(() => queries.invalidateQueries({ queryKey: cartKeys.carts, exact: true }));
  useAvailabilityEvents(company, {
    onEvent: (event) => (event.type === "rules" || event.type === "sold_out") && reread(),
    onGap: reread,
  });
}
