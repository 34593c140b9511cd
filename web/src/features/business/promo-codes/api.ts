import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

export type PromoCode = components["schemas"]["PromoCode"];
export type PromoCodeForm = components["schemas"]["PromoCodeForm"];

const KEY = ["business-promo-codes"] as const;
export const PER_PAGE = 50;

export function usePromoCodes(page: number) {
  return useQuery({
    queryKey: [...KEY, page],
    queryFn: async () => {
      const params = { query: { page, per_page: PER_PAGE } };
      return toPage(await unwrap(api.GET("/api/v1/userprofessional/promo-codes/", { params })));
    },
    placeholderData: keepPreviousData,
  });
}

/** Creates a code, or changes the one with this id. */
export function useSavePromoCode(id: number | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PromoCodeForm) =>
      id === null
        ? unwrap(api.POST("/api/v1/userprofessional/promo-codes/", { body }))
        : unwrap(
            api.PUT("/api/v1/userprofessional/promo-codes/{promo_code_id}/", {
              params: { path: { promo_code_id: id } },
              body,
            }),
          ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useEndPromoCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.POST("/api/v1/userprofessional/promo-codes/{promo_code_id}/end/", {
          params: { path: { promo_code_id: id } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
