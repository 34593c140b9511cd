import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, take } from "@/api/client";
import type { CompanyForm } from "@/api/types";

export function useBusiness() {
  return useQuery({
    queryKey: ["business"],
    queryFn: async () => (await take(api.GET("/api/v1/userprofessional/profile/"))).data,
  });
}

export function useChangeCompany() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyForm) => take(api.PUT("/api/v1/userprofessional/profile/", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["business"] }),
  });
}
