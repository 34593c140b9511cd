import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, take } from "@/api/client";

export function useFavourites() {
  return useQuery({
    queryKey: ["favourites"],
    queryFn: async () => (await take(api.GET("/api/v1/users/favourite-categories/"))).data,
  });
}

export function useSaveFavourites() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (categories: string[]) =>
      (await take(api.PUT("/api/v1/users/favourite-categories/", { body: { categories } }))).data,
    onSuccess: (saved) => queries.setQueryData(["favourites"], saved),
  });
}
