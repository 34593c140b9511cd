import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { FulfilmentOption } from "./model";

const KEY = ["delivery-charges"] as const;

export function useFulfilment() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/fulfilment/"))).data,
    // Typed values are kept until they are saved.
    refetchOnWindowFocus: false,
  });
}

export function useSaveFulfilment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (options: FulfilmentOption[]) =>
      unwrap(api.PUT("/api/v1/userprofessional/fulfilment/", { body: { options } })),
    onSuccess: ({ data }) => queries.setQueryData(KEY, data),
  });
}
