import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import type { FulfilmentOffers } from "./types";

/** A promised time is true for about a minute. */
const FRESH = 60_000;

/** Ways to get an order from a company, with their present times and amounts. */
export function useFulfilment(company: number, enabled = true) {
  return useQuery({
    queryKey: ["fulfilment", company],
    queryFn: async (): Promise<FulfilmentOffers> => {
      const params = { path: { company_id: String(company) } };
      return asDeepRequired(
        (await unwrap(api.GET("/api/v1/users/company/{company_id}/fulfilment/", { params }))).data,
      );
    },
    staleTime: FRESH,
    refetchInterval: FRESH,
    enabled,
  });
}
