import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

export type LoyaltySettings = components["schemas"]["LoyaltySettings"];
export type LoyaltyProgramme = components["schemas"]["LoyaltyProgramme"];

const KEY = ["business-loyalty"] as const;
export const PER_PAGE = 50;

export function useLoyalty() {
  return useQuery({
    queryKey: [...KEY, "settings"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/loyalty/"))).data,
  });
}

export function useHeldCards(page: number) {
  return useQuery({
    queryKey: [...KEY, "cards", page],
    queryFn: async () => {
      const params = { query: { page, per_page: PER_PAGE } };
      return toPage(await unwrap(api.GET("/api/v1/userprofessional/loyalty/cards/", { params })));
    },
    placeholderData: keepPreviousData,
  });
}

export function useSaveLoyalty() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: LoyaltyProgramme) => unwrap(api.PUT("/api/v1/userprofessional/loyalty/", { body })),
    onSuccess: ({ data }) => queries.setQueryData([...KEY, "settings"], data),
  });
}
