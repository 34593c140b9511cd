import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { Realm } from "@/api/session";

/** Loads the configured OpenID providers. */
export function useOidcProviders() {
  return useQuery({
    queryKey: ["social", "providers"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/social/providers/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Three steps of a password reset in a realm. */
export function useRecovery(realm: Realm) {
  const consumer = realm === "consumer";
  return {
    ask: useMutation({
      mutationFn: (email: string) => {
        const body = { email };
        return consumer
          ? unwrap(api.POST("/api/v1/users/forgot-password/", { body }))
          : unwrap(api.POST("/api/v1/userprofessional/forgot-password/", { body }));
      },
    }),
    resend: useMutation({
      mutationFn: (email: string) => {
        const body = { email };
        // The business realm has no resend route.
        return consumer
          ? unwrap(api.POST("/api/v1/users/resend-otp/", { body }))
          : unwrap(api.POST("/api/v1/userprofessional/forgot-password/", { body }));
      },
    }),
    verify: useMutation({
      mutationFn: async (body: { email: string; otp: string }) => {
        const { data } = consumer
          ? await unwrap(api.POST("/api/v1/users/verify-otp/", { body }))
          : await unwrap(api.POST("/api/v1/userprofessional/verify-otp/", { body }));
        return data.proof;
      },
    }),
    reset: useMutation({
      mutationFn: (body: { email: string; otp: string; new_password: string; confirm_password: string }) =>
        consumer
          ? unwrap(api.POST("/api/v1/users/reset-password/", { body }))
          : unwrap(api.POST("/api/v1/userprofessional/reset-password/", { body })),
    }),
  };
}

/** Restores the former email with the token that was mailed to it. */
export function useRestoreAddress() {
  return useMutation({
    mutationFn: async (token: string) =>
      (await unwrap(api.POST("/api/v1/users/restore-address/", { body: { token } }))).data,
  });
}

/** Checks if a user name or an email is available. Null while unknown. */
export function useAvailable(what: "userName" | "email", value: string, enabled: boolean) {
  return useQuery({
    queryKey: ["available", what, value],
    enabled,
    queryFn: async () => {
      try {
        if (what === "userName")
          await unwrap(api.POST("/api/v1/users/check-username/", { body: { userName: value } }));
        else await unwrap(api.POST("/api/v1/users/check-email/", { body: { email: value } }));
        return { available: true };
      } catch (error) {
        // A refusal is an answer; anything else is not known and says nothing.
        if (error instanceof ApiError && error.status === 422) return { available: false };
        throw error;
      }
    },
    retry: false,
    staleTime: 10_000,
  });
}
