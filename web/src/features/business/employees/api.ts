import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, download, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components, paths } from "@/api/schema";

export type Employee = DeepRequired<components["schemas"]["Employee"]>;
export type TeamRole = components["schemas"]["TeamRole"];
type Form =
  paths["/api/v1/userprofessional/employees/"]["post"]["requestBody"]["content"]["multipart/form-data"];

/** Roles that the owner can give, as in `TeamRole::EMPLOYEES`. */
export const EMPLOYEE_ROLES = ["manager", "staff"] as const;

const KEY = ["employees"] as const;

export function useEmployees() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => asDeepRequired((await unwrap(api.GET("/api/v1/userprofessional/employees/"))).data),
  });
}

export function useAddEmployee() {
  const queries = useQueryClient();
  return useMutation({
    // The form itself goes out; its files have no place in the described body.
    mutationFn: (form: FormData) =>
      unwrap(api.POST("/api/v1/userprofessional/employees/", { body: form as unknown as Form })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

const of = (employee_id: number) => ({ params: { path: { employee_id } } });

/** Changes of an employee of the team. */
export function useEmployeeChanges(id: number) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY });
  return {
    setRole: useMutation({
      mutationFn: (role: string) =>
        unwrap(api.PUT("/api/v1/userprofessional/employees/{employee_id}/", { ...of(id), body: { role } })),
      onSettled,
    }),
    invite: useMutation({
      mutationFn: () => unwrap(api.POST("/api/v1/userprofessional/employees/{employee_id}/invite/", of(id))),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: () => unwrap(api.DELETE("/api/v1/userprofessional/employees/{employee_id}/", of(id))),
      onSettled,
    }),
  };
}

export const downloadIdCard = (id: number): Promise<Blob> =>
  download(`/api/v1/userprofessional/employees/${id}/id-card/`);
