import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { api, unwrap } from "@/api/client";
import { BUSINESS_KEY } from "@/api/queryClient";
import type { CompanyForm } from "@/api/types";

/** Account, company, role and permissions of a signed-in business. */
export function useBusiness() {
  const isBusiness = useUser()?.type === "professional";
  return useQuery({
    queryKey: BUSINESS_KEY,
    enabled: isBusiness,
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/profile/"))).data,
  });
}

export function useUpdateCompany() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyForm) => unwrap(api.PUT("/api/v1/userprofessional/profile/", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: BUSINESS_KEY }),
  });
}
