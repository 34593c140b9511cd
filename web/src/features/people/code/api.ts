import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { PersonCard } from "../model/card";

const KEY = ["people", "code"] as const;

/** Code of the own profile, and its address. */
export function useOwnCode() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/profile-code/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRotateCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await unwrap(api.POST("/api/v1/users/profile-code/"))).data,
    onSuccess: (code) => queries.setQueryData(KEY, code),
  });
}

export async function readByCode(code: string): Promise<PersonCard> {
  const params = { path: { code } };
  return (await unwrap(api.GET("/api/v1/users/get-users-profile-by-barcode/{code}/", { params }))).data;
}
