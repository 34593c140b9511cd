import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type CompanyPlan = components["schemas"]["CompanyPlan"];
export type Plan = components["schemas"]["Plan"];
export type PlanKey = components["schemas"]["PlanKey"];

const KEY = ["subscription"] as const;

/** Plan of the company, the use of its limits, and all plans. */
export function useSubscription() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/subscription/"))).data,
    staleTime: 0,
  });
}

export function useChangePlan() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (plan: PlanKey) =>
      (await unwrap(api.PUT("/api/v1/userprofessional/subscription/", { body: { plan } }))).data,
    onSuccess: (now) => queries.setQueryData(KEY, now),
    onError: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
