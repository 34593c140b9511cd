import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function useFavorites() {
  return useQuery({
    queryKey: ["favorites"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/favourite-categories/"))).data,
  });
}

export function useSaveFavorites() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (categories: string[]) =>
      (await unwrap(api.PUT("/api/v1/users/favourite-categories/", { body: { categories } }))).data,
    onSuccess: (saved) => queries.setQueryData(["favorites"], saved),
  });
}
