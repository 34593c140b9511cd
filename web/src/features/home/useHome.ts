import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import type { OrderType } from "@/shared/fulfilment/orderTypes";
import { useHomeTown } from "@/shared/place/useHomeTown";
import { readHome } from "./api";

/** Start page of the viewer. Read again whenever it is shown: what is open and free changes by the minute. */
export function useHome(orderType: OrderType | null) {
  const user = useUser();
  const { town, country } = useHomeTown();
  return useQuery({
    queryKey: ["home", user?.id ?? null, town, country, orderType],
    queryFn: () => readHome(town, country, orderType),
    // The page stays until that of another order type is there.
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
