import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { showEarly } from "@/api/optimistic";
import type { CancellationTerms, Policy } from "@/api/types";
import type { FacilityKey } from "@/shared/facilities/facilities";
import type { Kind } from "./model/kinds";
import { moved } from "./model/policyForm";

/** Fields to send. Only facilities of the list have a key. */
export interface PolicyFields {
  title?: string;
  text?: string;
  category?: string;
  position?: number;
  facility?: FacilityKey;
}

const all = { params: { query: { per_page: 100 } } };
const of = (id: number) => ({ params: { path: { id } } });

/** Operations of each kind: the paths of the API differ in every one. */
const OPERATIONS = {
  cancellation: {
    list: () => unwrap(api.GET("/api/v1/userprofessional/cancellation-policies/", all)),
    add: (body: PolicyFields) =>
      unwrap(api.POST("/api/v1/userprofessional/cancellation-policies/", { body })),
    update: (id: number, body: PolicyFields) =>
      unwrap(api.PUT("/api/v1/userprofessional/cancellation-policies/{id}/", { ...of(id), body })),
    remove: (id: number) =>
      unwrap(api.DELETE("/api/v1/userprofessional/cancellation-policies/{id}/", of(id))),
  },
  rule: {
    list: () => unwrap(api.GET("/api/v1/userprofessional/my-company/rules/", all)),
    add: (body: PolicyFields) => unwrap(api.POST("/api/v1/userprofessional/my-company/rules/", { body })),
    update: (id: number, body: PolicyFields) =>
      unwrap(api.PUT("/api/v1/userprofessional/my-company/rules/{id}/", { ...of(id), body })),
    remove: (id: number) => unwrap(api.DELETE("/api/v1/userprofessional/my-company/rules/{id}/", of(id))),
  },
  facility: {
    list: () => unwrap(api.GET("/api/v1/userprofessional/facilities-list/", all)),
    add: (body: PolicyFields) =>
      unwrap(api.POST("/api/v1/userprofessional/my-company/facilities/", { body })),
    update: (id: number, body: PolicyFields) =>
      unwrap(api.PATCH("/api/v1/userprofessional/my-company/facilities/{id}/", { ...of(id), body })),
    remove: (id: number) =>
      unwrap(api.DELETE("/api/v1/userprofessional/my-company/facilities/{id}/", of(id))),
  },
  refund: {
    list: () => unwrap(api.GET("/api/v1/userprofessional/company/refund-policies/", all)),
    add: (body: PolicyFields) =>
      unwrap(api.POST("/api/v1/userprofessional/company/refund-policies/", { body })),
    update: (id: number, body: PolicyFields) =>
      unwrap(
        api.PATCH("/api/v1/userprofessional/company/refund-policy/update-delete/{id}/", { ...of(id), body }),
      ),
    remove: (id: number) =>
      unwrap(api.DELETE("/api/v1/userprofessional/company/refund-policy/update-delete/{id}/", of(id))),
  },
  privacy: {
    list: () => unwrap(api.GET("/api/v1/userprofessional/company-privacy-policy/list/", all)),
    add: (body: PolicyFields) =>
      unwrap(api.POST("/api/v1/userprofessional/company-privacy-policy/", { body })),
    update: (id: number, body: PolicyFields) =>
      unwrap(api.PATCH("/api/v1/userprofessional/company-privacy-policy/update/{id}/", { ...of(id), body })),
    remove: (id: number) =>
      unwrap(api.DELETE("/api/v1/userprofessional/company-privacy-policy/delete/{id}/", of(id))),
  },
  directions: {
    list: () => unwrap(api.GET("/api/v1/userprofessional/how-to-get/company/", all)),
    add: (body: PolicyFields) => unwrap(api.POST("/api/v1/userprofessional/how-to-get/company/", { body })),
    update: (id: number, body: PolicyFields) =>
      unwrap(api.PUT("/api/v1/userprofessional/how-to-get/{id}/", { ...of(id), body })),
    remove: (id: number) => unwrap(api.DELETE("/api/v1/userprofessional/how-to-get/{id}/", of(id))),
  },
} as const satisfies Record<Kind, object>;

export interface PolicyList {
  entries: Policy[];
  /** Only of cancellation policies. */
  terms: CancellationTerms | null;
}

const SAVING = ["policies"];
const keyOf = (kind: Kind) => ["policies", kind];

export function usePolicies(kind: Kind) {
  return useQuery({
    queryKey: keyOf(kind),
    queryFn: async (): Promise<PolicyList> => {
      const { data, terms } = await OPERATIONS[kind].list();
      return { entries: data, terms: terms ?? null };
    },
  });
}

/** Mutations of the entries of a kind. Each waits until the list shows its result. */
export function usePolicyChanges(kind: Kind) {
  const queries = useQueryClient();
  const options = {
    mutationKey: SAVING,
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(kind) }),
  };
  return {
    add: useMutation({ mutationFn: (body: PolicyFields) => OPERATIONS[kind].add(body), ...options }),
    update: useMutation({
      mutationFn: ({ id, ...body }: PolicyFields & { id: number }) => OPERATIONS[kind].update(id, body),
      ...options,
    }),
    remove: useMutation({ mutationFn: (id: number) => OPERATIONS[kind].remove(id), ...options }),
  };
}

/** Moves an entry. The list shows the new order at once and the stored one after a failure. */
export function useMovePolicy(kind: Kind) {
  const queries = useQueryClient();
  const queryKey = keyOf(kind);
  return useMutation({
    mutationKey: SAVING,
    scope: { id: `move-${kind}` },
    mutationFn: ({ id, to }: { id: number; from: number; to: number }) =>
      OPERATIONS[kind].update(id, { position: to }),
    onMutate: ({ from, to }) =>
      showEarly<PolicyList>(queries, queryKey, (list) => ({
        ...list,
        entries: moved(list.entries, from, to),
      })),
    onError: (_error, _move, takeBack) => takeBack?.(),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

export function useUpdateTerms() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: SAVING,
    mutationFn: (body: CancellationTerms) =>
      unwrap(api.PUT("/api/v1/userprofessional/cancellation-terms/", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf("cancellation") }),
  });
}

/** State of the latest change: null before the first. */
export function useSaveState(): "pending" | "success" | "error" | null {
  const states = useMutationState({
    filters: { mutationKey: SAVING },
    select: ({ state }) => state.status,
  });
  if (states.includes("pending")) return "pending";
  const last = states.at(-1);
  return last === "success" || last === "error" ? last : null;
}
