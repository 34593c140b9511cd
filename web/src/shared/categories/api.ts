import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function useCategories() {
  return useQuery({
    queryKey: ["categories"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/categories/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
