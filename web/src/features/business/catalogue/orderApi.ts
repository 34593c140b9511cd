import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { type OfferingKind, type OfferingRow, ROOT, useRefresh } from "./api";

const LIST = "/api/v1/userprofessional/catalogue/offerings/";
const PAGES_MAX = 20;

/** All offerings of a kind that are not archived, in the order of the company. */
export function useAllOfferings(kind: OfferingKind) {
  return useQuery({
    queryKey: [...ROOT, "all", kind],
    queryFn: async () => {
      const rows: OfferingRow[] = [];
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const answer = await unwrap(api.GET(LIST, { params: { query: { kind, page, per_page: 100 } } }));
        rows.push(...asDeepRequired(answer.data));
        if (answer.next == null) break;
      }
      return rows;
    },
    refetchOnWindowFocus: false,
  });
}

export function useOrderOfferings() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (ids: number[]) =>
      unwrap(api.PUT("/api/v1/userprofessional/catalogue/offerings/order/", { body: { ids } })),
    onSettled: refresh,
  });
}

export function useOrderResources() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (ids: number[]) =>
      unwrap(api.PUT("/api/v1/userprofessional/catalogue/resources/order/", { body: { ids } })),
    onSettled: refresh,
  });
}
