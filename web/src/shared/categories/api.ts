import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Category = components["schemas"]["CategoryView"];

export function useCategories() {
  return useQuery({
    queryKey: ["categories"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/categories/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
