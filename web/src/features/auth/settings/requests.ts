import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "@/api/client";

export interface Device {
  id: number;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
  current: boolean;
}

const DEVICES = ["sessions"];

export function useDevices() {
  return useQuery({
    queryKey: DEVICES,
    queryFn: async () => (await ask<Device[]>("get", "/api/v1/users/sessions/")).data,
  });
}

/** Signs one device out, or all but this one. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (device: number | "others") =>
      ask("delete", device === "others" ? "/api/v1/users/sessions/" : `/api/v1/users/sessions/${device}/`),
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
    mutationFn: (body: PasswordChange) => ask("put", "/api/v1/users/update-password/", { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: DEVICES }),
  });
}

export interface TwoFactor {
  enabled: boolean;
  recovery_codes_left: number;
}

const TWO_FACTOR = ["two-factor"];

export function useTwoFactor() {
  return useQuery({
    queryKey: TWO_FACTOR,
    queryFn: async () => (await ask<TwoFactor>("get", "/api/v1/users/two-factor/")).data,
  });
}

export interface Secret {
  secret: string;
  otpauth_url: string;
}

export function useTwoFactorChange() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: TWO_FACTOR });
  const at = "/api/v1/users/two-factor";
  return {
    start: useMutation({
      mutationFn: async (password: string) =>
        (await ask<Secret>("post", `${at}/start/`, { body: { password } })).data,
    }),
    confirm: useMutation({
      mutationFn: async (code: string) =>
        (await ask<{ recovery_codes: string[] }>("post", `${at}/confirm/`, { body: { code } })).data
          .recovery_codes,
      onSuccess,
    }),
    renew: useMutation({
      mutationFn: async (password: string) =>
        (await ask<{ recovery_codes: string[] }>("post", `${at}/recovery-codes/`, { body: { password } }))
          .data.recovery_codes,
      onSuccess,
    }),
    disable: useMutation({
      mutationFn: (body: { password: string; code: string }) => ask("post", `${at}/disable/`, { body }),
      onSuccess,
    }),
  };
}

/** Without a password for a guest, and for somebody whom only a provider signs in. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) =>
      ask("post", "/api/v1/users/account/delete/", { body: password ? { password } : {} }),
  });
}

export interface Verification {
  email: string | null;
  email_verified: boolean;
  phone: string | null;
  phone_verified: boolean;
  verified: boolean;
}

const VERIFICATION = ["verification"];

export function useVerification() {
  return useQuery({
    queryKey: VERIFICATION,
    queryFn: async () => (await ask<Verification>("get", "/api/v1/users/verification-status/")).data,
  });
}

/** An email or a phone, never both. */
export type Contact = { email: string } | { phone: string };

export function useVerify() {
  const queries = useQueryClient();
  return {
    send: useMutation({
      mutationFn: (contact: Contact) => ask("post", "/api/v1/users/send-otp/", { body: contact }),
    }),
    verify: useMutation({
      mutationFn: async (body: Contact & { otp: string }) =>
        (await ask<Verification>("post", "/api/v1/users/verify-user-otp/", { body })).data,
      onSuccess(now) {
        queries.setQueryData(VERIFICATION, now);
        return queries.invalidateQueries({ queryKey: ["profile"] });
      },
    }),
  };
}

export type Audience = "everyone" | "friends_of_friends" | "only_friends" | "private";

export interface Privacy {
  activity_visibility: Audience;
  identity_visibility: Audience;
  identification: Audience;
  last_seen: Audience;
  messaging: Audience;
  friend_invitation: Audience;
  id_mentions: Audience;
  read_receipts: boolean;
  location_share: boolean;
  cookies: boolean;
  push_notifications: boolean;
  chat_notifications: boolean;
  email_notifications: boolean;
}

const PRIVACY = ["privacy"];

export function usePrivacy() {
  return useQuery({
    queryKey: PRIVACY,
    queryFn: async () => (await ask<Privacy>("get", "/api/v1/users/get-privacy-settings/")).data,
  });
}

/** Shown at once; what the server refuses goes back to what it was. */
export function useUpdatePrivacy(onRefused: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: Partial<Privacy>) =>
      (await ask<Privacy>("put", "/api/v1/users/update-privacy-settings/", { body: change })).data,
    onMutate(change) {
      queries.setQueryData<Privacy>(PRIVACY, (now) => now && { ...now, ...change });
    },
    onError() {
      onRefused();
      return queries.invalidateQueries({ queryKey: PRIVACY });
    },
  });
}

export interface Company {
  name: string;
  email: string;
  phone: string;
  registration_number?: string | null;
  vat_number?: string | null;
  address: string;
  city: string;
  postalCode: string;
  country: string;
  website?: string | null;
  categories: string[];
  documents: Paper[];
}

export interface Paper {
  id: number;
  kind: string;
  name: string;
  mime: string;
  bytes: number;
  expires_on: string | null;
  url: string;
}

export function useBusiness() {
  return useQuery({
    queryKey: ["business"],
    queryFn: async () => (await ask<{ company: Company }>("get", "/api/v1/userprofessional/profile/")).data,
  });
}

export function useDeleteDocument() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask("delete", `/api/v1/users/documents/${id}/`),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["profile"] }),
        queries.invalidateQueries({ queryKey: ["business"] }),
      ]),
  });
}
