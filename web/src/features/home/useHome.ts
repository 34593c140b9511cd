import { useQuery } from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { BOOKING_QUERIES } from "@/shared/booking/model/bookingQueries";
import type { OrderType } from "@/shared/fulfilment/orderTypes";
import { useHomeTown } from "@/shared/place/useHomeTown";
import { readHome } from "./api";

/** Start page of the viewer. Read again whenever it is shown: what is open and free changes by the minute. */
export function useHome(orderType: OrderType | null) {
  const user = useUser();
  const home = useHomeTown();
  const { query: town, country } = home;
  return useQuery({
    queryKey: [...BOOKING_QUERIES.home, user?.id ?? null, town, country, orderType],
    queryFn: () => readHome(home, orderType),
    // The page stays until that of another order type is there. That of another town would be a wrong one.
    placeholderData: (before, query) =>
      query?.queryKey[2] === town && query.queryKey[3] === country ? before : undefined,
    staleTime: 30_000,
  });
}
