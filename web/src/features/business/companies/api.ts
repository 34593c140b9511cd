import { useMutation, useQuery } from "@tanstack/react-query";
import { useAuth, useUser } from "@/api/auth";
import { api, unwrap } from "@/api/client";
import { switchCompany } from "@/api/company";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components, paths } from "@/api/schema";

export type Workplace = DeepRequired<components["schemas"]["Workplace"]>;
type Form =
  paths["/api/v1/userprofessional/companies/"]["post"]["requestBody"]["content"]["multipart/form-data"];

/** Companies that the account works for. Their waiting orders are read again while the page is open. */
export function useWorkplaces() {
  const isBusiness = useUser()?.type === "professional";
  return useQuery({
    queryKey: ["workplaces"],
    enabled: isBusiness,
    refetchInterval: 60_000,
    queryFn: async () => asDeepRequired((await unwrap(api.GET("/api/v1/userprofessional/companies/"))).data),
  });
}

/** Acts for another company. The page then starts over. */
export function useSwitchCompany() {
  return useMutation({ mutationFn: (id: number) => switchCompany(id) });
}

/** Adds a company and acts for it. The page then starts over. */
export function useAddCompany() {
  return useMutation({
    // The form itself goes out; its files have no place in the described body.
    mutationFn: async (form: FormData) =>
      (await unwrap(api.POST("/api/v1/userprofessional/companies/", { body: form as unknown as Form }))).data,
    onSuccess: ({ user }) => useAuth.getState().updateUser(user),
  });
}
