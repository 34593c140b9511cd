import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { CompanyForm } from "@/api/types";

export function useBusiness() {
  return useQuery({
    queryKey: ["business"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/profile/"))).data,
  });
}

export function useUpdateCompany() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyForm) => unwrap(api.PUT("/api/v1/userprofessional/profile/", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["business"] }),
  });
}
