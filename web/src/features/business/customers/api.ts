import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { api, download, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { saveAs } from "@/lib/saveAs";
import type { Sorting } from "../list/sort";

export type Customer = components["schemas"]["Customer"];

const KEY = ["business-customers"] as const;

export const SORTS = ["last", "name", "orders", "spent"] as const;
export type CustomerSort = (typeof SORTS)[number];

export function useCustomers(query: string, { sort, direction }: Sorting<CustomerSort>) {
  return useInfiniteQuery({
    queryKey: [...KEY, "list", query, sort, direction],
    queryFn: async ({ pageParam }) => {
      const params = {
        query: { query: query || undefined, sort, direction, cursor: pageParam ?? undefined },
      };
      return unwrap(api.GET("/api/v1/userprofessional/customers/", { params }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export function useCustomer(id: number) {
  return useQuery({
    queryKey: [...KEY, "one", id],
    queryFn: async () => {
      const params = { path: { customer_id: id } };
      return (await unwrap(api.GET("/api/v1/userprofessional/customers/{customer_id}/", { params }))).data;
    },
  });
}

/** Downloads the customers of a search. */
export function useExportCustomers() {
  return useMutation({
    mutationFn: async (query: string) => {
      const search = new URLSearchParams(query ? { query } : {});
      saveAs(await download(`/api/v1/userprofessional/customers/export/?${search}`), "customers.csv");
    },
  });
}
