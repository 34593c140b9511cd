import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** Towns whose name begins so, the largest first. */
export function usePlaces(query: string) {
  return useQuery({
    queryKey: ["places", query],
    enabled: query.length >= 2,
    queryFn: async () =>
      (await unwrap(api.GET("/api/v1/users/places/", { params: { query: { query } } }))).data,
    placeholderData: (before) => (query.length >= 2 ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAutomaticAddress() {
  return useMutation({
    mutationFn: async (body: { latitude: number; longitude: number }) =>
      (await unwrap(api.POST("/api/v1/users/get-automatic-address/", { body }))).data,
  });
}

export function useCountries() {
  return useQuery({
    queryKey: ["countries"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/countries/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
