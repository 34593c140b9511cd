import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

type ReturnWindow = components["schemas"]["ReturnWindow"];

const KEY = ["business-return-window"] as const;

export function useReturnWindow() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/return-window/"))).data,
  });
}

export function useSaveReturnWindow() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReturnWindow) => unwrap(api.PUT("/api/v1/userprofessional/return-window/", { body })),
    onSuccess: ({ data }) => queries.setQueryData(KEY, data),
  });
}
