import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** Currency, time zone and categories of the company. */
export function useCatalogueTerms() {
  return useQuery({
    queryKey: ["business-catalogue", "terms"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/catalogue/terms/"))).data,
    staleTime: 60_000,
  });
}
