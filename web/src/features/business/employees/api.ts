import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "@/api/auth";
import { api, download, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components, paths } from "@/api/schema";

export type Employee = DeepRequired<components["schemas"]["Employee"]>;
export type Invitation = components["schemas"]["Invitation"];
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
      mutationFn: (email: string) =>
        unwrap(
          api.POST("/api/v1/userprofessional/employees/{employee_id}/invite/", {
            ...of(id),
            body: { email },
          }),
        ),
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

const INVITATIONS = ["invitations"] as const;

/** Invitations of business accounts to the team. */
export function useInvitations() {
  return useQuery({
    queryKey: INVITATIONS,
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/invitations/"))).data,
  });
}

interface InvitationChange {
  /** Invitation that is sent again. None: a new one. */
  id?: number | undefined;
  email: string;
  role: string;
}

export function useInvitationChanges() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: INVITATIONS });
  return {
    send: useMutation({
      mutationFn: async ({ id, email, role }: InvitationChange) => {
        const answer =
          id === undefined
            ? await unwrap(api.POST("/api/v1/userprofessional/invitations/", { body: { email, role } }))
            : await unwrap(
                api.POST("/api/v1/userprofessional/invitations/{invitation_id}/send/", {
                  params: { path: { invitation_id: id } },
                  body: { email },
                }),
              );
        return answer.data;
      },
      onSettled,
    }),
    withdraw: useMutation({
      mutationFn: (invitation_id: number) =>
        unwrap(
          api.DELETE("/api/v1/userprofessional/invitations/{invitation_id}/", {
            params: { path: { invitation_id } },
          }),
        ),
      onSettled,
    }),
  };
}

/** Team that the link of an invitation leads to. */
export function useInvitingTeam(token: string) {
  return useQuery({
    queryKey: ["inviting-team", token],
    queryFn: async () =>
      (await unwrap(api.POST("/api/v1/userprofessional/invitations/show/", { body: { token } }))).data,
    retry: false,
  });
}

/** Joins a team and acts for its company. The page then starts over. */
export function useJoinTeam() {
  return useMutation({
    mutationFn: async (token: string) =>
      (await unwrap(api.POST("/api/v1/userprofessional/invitations/accept/", { body: { token } }))).data,
    onSuccess: ({ user }) => useAuth.getState().updateUser(user),
  });
}
