import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "@/api/auth";
import { ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { Door } from "@/api/session";
import type { User } from "@/api/types";

export interface SocialProvider {
  id: string;
  name: string;
}

/** Who vouches for people here; none where none is configured. */
export function useSocialProviders() {
  return useQuery({
    queryKey: ["social", "providers"],
    queryFn: async () => (await ask<SocialProvider[]>("get", "/api/v1/users/social/providers/")).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const RECOVERY = { consumer: "/api/v1/users", business: "/api/v1/userprofessional" } as const;

/** The three steps of a forgotten password, at either door. */
export function useRecovery(door: Door) {
  const at = RECOVERY[door];
  return {
    ask: useMutation({
      mutationFn: (email: string) => ask("post", `${at}/forgot-password/`, { body: { email } }),
    }),
    resend: useMutation({
      // The professional's door has no other way to ask again.
      mutationFn: (email: string) =>
        ask("post", door === "consumer" ? `${at}/resend-otp/` : `${at}/forgot-password/`, {
          body: { email },
        }),
    }),
    verify: useMutation({
      mutationFn: async (body: { email: string; otp: string }) =>
        (await ask<{ proof: string }>("post", `${at}/verify-otp/`, { body })).data.proof,
    }),
    reset: useMutation({
      mutationFn: (body: { email: string; otp: string; new_password: string; confirm_password: string }) =>
        ask("post", `${at}/reset-password/`, { body }),
    }),
  };
}

/** Whether a name or an email can still be had; null while it is not known. */
export function useAvailable(what: "userName" | "email", value: string, enabled: boolean) {
  const path = what === "userName" ? "/api/v1/users/check-username/" : "/api/v1/users/check-email/";
  return useQuery({
    queryKey: ["available", what, value],
    enabled,
    queryFn: async () => {
      try {
        const { data } = await ask<{ available?: boolean } | null>("post", path, { body: { [what]: value } });
        return { available: data?.available ?? true, reason: null };
      } catch (error) {
        // A refusal is an answer; anything else is not known and says nothing.
        if (error instanceof ApiError && error.status === 422) {
          return { available: false, reason: error.fields[what]?.[0] ?? error.message };
        }
        throw error;
      }
    },
    retry: false,
    staleTime: 10_000,
  });
}

export interface Place {
  id: number;
  label: string;
  city: string;
  region: string | null;
  country: string;
  latitude: number;
  longitude: number;
}

export function usePlaces(query: string) {
  return useQuery({
    queryKey: ["places", query],
    enabled: query.length >= 2,
    queryFn: async () => (await ask<Place[]>("get", "/api/v1/users/places/", { query: { query } })).data,
    placeholderData: (before) => (query.length >= 2 ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface AutomaticAddress {
  address?: string | null;
  city: string;
  region: string | null;
  country: string;
  postalCode?: string | null;
}

export function useAutomaticAddress() {
  return useMutation({
    mutationFn: async (position: { latitude: number; longitude: number }) =>
      (await ask<AutomaticAddress>("post", "/api/v1/users/get-automatic-address/", { body: position })).data,
  });
}

export function useCountries() {
  return useQuery({
    queryKey: ["countries"],
    queryFn: async () => (await ask<{ code: string }[]>("get", "/api/v1/users/countries/")).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface Category {
  key: string;
  /** "category.food": where the language files have its name. */
  name_key: string;
}

export function useCategories() {
  return useQuery({
    queryKey: ["categories"],
    queryFn: async () => (await ask<Category[]>("get", "/api/v1/users/categories/")).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useFavourites() {
  return useQuery({
    queryKey: ["favourites"],
    queryFn: async () => (await ask<string[]>("get", "/api/v1/users/favourite-categories/")).data,
  });
}

export function useSaveFavourites() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (categories: string[]) =>
      (await ask<string[]>("put", "/api/v1/users/favourite-categories/", { body: { categories } })).data,
    onSuccess: (saved) => queries.setQueryData(["favourites"], saved),
  });
}

export interface ProfileChange {
  firstName?: string;
  lastName?: string;
  userName?: string;
  phone?: string;
  dob?: string;
  gender?: string;
  address?: string;
  addressLine2?: string;
  city?: string;
  postalCode?: string;
  country?: string;
  language?: string;
  marketing?: boolean;
}

/** Changes what is named, in a form when there is a file in it. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: ProfileChange | FormData) =>
      (await ask<User>("put", "/api/v1/users/update-profile/", { body })).data,
    onSuccess(user) {
      useAuth.getState().updateUser(user);
      queries.setQueryData(["profile"], user);
    },
  });
}
