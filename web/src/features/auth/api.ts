import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "@/api/auth";
import { api, take } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { Door } from "@/api/session";
import type { ProfileForm } from "@/api/types";

/** Who vouches for people here; none where none is configured. */
export function useSocialProviders() {
  return useQuery({
    queryKey: ["social", "providers"],
    queryFn: async () => (await take(api.GET("/api/v1/users/social/providers/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The three steps of a forgotten password, at either door. */
export function useRecovery(door: Door) {
  const consumer = door === "consumer";
  return {
    ask: useMutation({
      mutationFn: (email: string) => {
        const body = { email };
        return consumer
          ? take(api.POST("/api/v1/users/forgot-password/", { body }))
          : take(api.POST("/api/v1/userprofessional/forgot-password/", { body }));
      },
    }),
    resend: useMutation({
      mutationFn: (email: string) => {
        const body = { email };
        // The professional's door has no other way to ask again.
        return consumer
          ? take(api.POST("/api/v1/users/resend-otp/", { body }))
          : take(api.POST("/api/v1/userprofessional/forgot-password/", { body }));
      },
    }),
    verify: useMutation({
      mutationFn: async (body: { email: string; otp: string }) => {
        const { data } = consumer
          ? await take(api.POST("/api/v1/users/verify-otp/", { body }))
          : await take(api.POST("/api/v1/userprofessional/verify-otp/", { body }));
        return data.proof;
      },
    }),
    reset: useMutation({
      mutationFn: (body: { email: string; otp: string; new_password: string; confirm_password: string }) =>
        consumer
          ? take(api.POST("/api/v1/users/reset-password/", { body }))
          : take(api.POST("/api/v1/userprofessional/reset-password/", { body })),
    }),
  };
}

/** Whether a name or an email can still be had; null while it is not known. */
export function useAvailable(what: "userName" | "email", value: string, enabled: boolean) {
  return useQuery({
    queryKey: ["available", what, value],
    enabled,
    queryFn: async () => {
      try {
        if (what === "userName")
          await take(api.POST("/api/v1/users/check-username/", { body: { userName: value } }));
        else await take(api.POST("/api/v1/users/check-email/", { body: { email: value } }));
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

/** Towns whose name begins so, the largest first. */
export function usePlaces(query: string) {
  return useQuery({
    queryKey: ["places", query],
    enabled: query.length >= 2,
    queryFn: async () =>
      (await take(api.GET("/api/v1/users/places/", { params: { query: { query } } }))).data,
    placeholderData: (before) => (query.length >= 2 ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAutomaticAddress() {
  return useMutation({
    mutationFn: async (body: { latitude: number; longitude: number }) =>
      (await take(api.POST("/api/v1/users/get-automatic-address/", { body }))).data,
  });
}

export function useCountries() {
  return useQuery({
    queryKey: ["countries"],
    queryFn: async () => (await take(api.GET("/api/v1/users/countries/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useCategories() {
  return useQuery({
    queryKey: ["categories"],
    queryFn: async () => (await take(api.GET("/api/v1/users/categories/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useFavourites() {
  return useQuery({
    queryKey: ["favourites"],
    queryFn: async () => (await take(api.GET("/api/v1/users/favourite-categories/"))).data,
  });
}

export function useSaveFavourites() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (categories: string[]) =>
      (await take(api.PUT("/api/v1/users/favourite-categories/", { body: { categories } }))).data,
    onSuccess: (saved) => queries.setQueryData(["favourites"], saved),
  });
}

/** Changes what is named, in a form when there is a file in it. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: ProfileForm | FormData) =>
      (await take(api.PUT("/api/v1/users/update-profile/", { body: change as ProfileForm }))).data,
    onSuccess(user) {
      useAuth.getState().updateUser(user);
      queries.setQueryData(["profile"], user);
    },
  });
}
