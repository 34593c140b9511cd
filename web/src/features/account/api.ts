import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "@/api/auth";
import { api, requestUntyped, unwrap } from "@/api/client";
import { KEEP_ALIVE } from "@/api/keepAlive";
import { showEarly } from "@/api/optimistic";
import { pageParams, toPage } from "@/api/pagination";
import type { Privacy } from "@/api/types";
import { rereadPeople } from "@/shared/person/rereadPeople";
import { privacyQuery } from "@/shared/settings/privacy";

const DEVICES = ["sessions"];

export function useDevices() {
  return useQuery({
    queryKey: DEVICES,
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/sessions/"))).data,
  });
}

/** Signs one device out, or all but this one. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (device: number | "others") =>
      device === "others"
        ? unwrap(api.DELETE("/api/v1/users/sessions/"))
        : unwrap(
            api.DELETE("/api/v1/users/sessions/{session_id}/", { params: { path: { session_id: device } } }),
          ),
    onSettled: () => queries.invalidateQueries({ queryKey: DEVICES }),
  });
}

export interface PasswordChange extends Record<string, unknown> {
  old_password: string;
  new_password: string;
  confirm_password: string;
}

export function useUpdatePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) => unwrap(api.PUT("/api/v1/users/update-password/", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: DEVICES }),
  });
}

/** Code of the authenticator app, or a recovery code if the app is lost. */
export type SecondFactorCode = { code: string } | { recovery_code: string };

const TWO_FACTOR = ["two-factor"];

export function useTwoFactor() {
  return useQuery({
    queryKey: TWO_FACTOR,
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/two-factor/"))).data,
  });
}

export function useTwoFactorChange() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: TWO_FACTOR });
  return {
    start: useMutation({
      mutationFn: async (password: string) =>
        (await unwrap(api.POST("/api/v1/users/two-factor/start/", { body: { password } }))).data,
    }),
    confirm: useMutation({
      mutationFn: async (code: string) =>
        (await unwrap(api.POST("/api/v1/users/two-factor/confirm/", { body: { code } }))).data.recovery_codes,
      onSuccess,
    }),
    renew: useMutation({
      mutationFn: async (body: { password: string } & SecondFactorCode) =>
        (await unwrap(api.POST("/api/v1/users/two-factor/recovery-codes/", { body }))).data.recovery_codes,
      onSuccess,
    }),
    disable: useMutation({
      mutationFn: (body: { password: string } & SecondFactorCode) =>
        unwrap(api.POST("/api/v1/users/two-factor/disable/", { body })),
      onSuccess,
    }),
  };
}

/** Deletes the account. Guests and accounts with a provider login only need no password. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) =>
      requestUntyped("post", "/api/v1/users/account/delete/", { body: password ? { password } : {} }),
  });
}

const VERIFICATION = ["verification"];

export function useVerification() {
  return useQuery({
    queryKey: VERIFICATION,
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/verification-status/"))).data,
  });
}

/** An email or a phone, never both. */
export type Contact = { email: string } | { phone: string };

export function useVerify() {
  const queries = useQueryClient();
  return {
    send: useMutation({
      mutationFn: (body: Contact & { password?: string }) =>
        unwrap(api.POST("/api/v1/users/send-otp/", { body })),
      // The server now lists a new email as pending.
      onSuccess: () => queries.invalidateQueries({ queryKey: VERIFICATION }),
    }),
    verify: useMutation({
      mutationFn: async (body: Contact & { otp: string }) =>
        (await unwrap(api.POST("/api/v1/users/verify-user-otp/", { body }))).data,
      onSuccess(now) {
        queries.setQueryData(VERIFICATION, now);
        const user = useAuth.getState().credentials?.user;
        if (user) {
          const { email, email_verified: emailVerified, pending_email: pendingEmail } = now;
          useAuth.getState().updateUser({ ...user, email, emailVerified, pendingEmail });
        }
        return queries.invalidateQueries({ queryKey: ["profile"] });
      },
    }),
  };
}

export const usePrivacy = () => useQuery(privacyQuery);

/** Shown at once; what the server refuses goes back to what it was. */
export function useUpdatePrivacy(onRefused: (error: Error, change: Partial<Privacy>) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: Partial<Privacy>) =>
      (await unwrap(api.PUT("/api/v1/users/update-privacy-settings/", { ...KEEP_ALIVE, body: change }))).data,
    onMutate: (change) =>
      showEarly<Privacy>(queries, privacyQuery.queryKey, (now) => ({ ...now, ...change })),
    onError(error, change, takeBack) {
      takeBack?.();
      onRefused(error, change);
      return queries.invalidateQueries(privacyQuery);
    },
  });
}

/** Part of the people, who change with a block. */
const BLOCKED = ["people", "blocked"];

/** Accounts that this one has blocked, the last blocked first. */
export function useBlocked() {
  return useInfiniteQuery({
    queryKey: BLOCKED,
    queryFn: async ({ pageParam: page }) =>
      toPage(await unwrap(api.GET("/api/v1/users/blocked/", { params: { query: { page } } }))),
    ...pageParams,
    // Other screens add to it.
    staleTime: 0,
  });
}

export function useUnblock() {
  const queries = useQueryClient();
  const reread = () => rereadPeople(queries);
  return useMutation({
    mutationFn: (user_id: number) =>
      unwrap(
        api.PUT("/api/v1/users/{user_id}/block/", { params: { path: { user_id } }, body: { block: false } }),
      ),
    onSuccess: reread,
    // A failure is told at once, and not after the list is read.
    onError: () => void reread(),
  });
}
