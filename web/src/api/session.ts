import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { currentLanguage } from "@/lib/i18n";
import { toast } from "@/lib/toasts";
import { type Credentials, isGuest, useAuth } from "./auth";
import { api, unwrap } from "./client";
import type { paths } from "./schema";
import type { ProfileForm, User } from "./types";

type JsonBody<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

export type LoginBody = JsonBody<"/api/v1/users/login/">;
export type RegisterBody = JsonBody<"/api/v1/users/register/">;
type CompanyBody = JsonBody<"/api/v1/userProfessionalRoutes/company-profiles/">;

/** Login space: consumers and businesses have separate accounts. */
export type Realm = "consumer" | "business";

/** Result of a sign-in: credentials, or a challenge for the second factor. */
export type LoginResult = { admitted: Credentials } | { challenge: string };

/** Login responses differ between the realms, as specified. */
interface LoginResponse {
  tokens?: { accessToken: string; refreshToken: string };
  data: {
    challenge?: string;
    access_token?: string;
    refresh_token?: string;
    user?: User;
  };
}

export function parseLoginResponse(response: object): LoginResult {
  const { tokens, data } = response as LoginResponse;
  if (data.challenge) return { challenge: data.challenge };
  const access_token = tokens?.accessToken ?? data.access_token;
  const refresh_token = tokens?.refreshToken ?? data.refresh_token;
  if (!access_token || !refresh_token || !data.user) throw new Error("a sign-in without tokens");
  return { admitted: { access_token, refresh_token, user: data.user } };
}

export function storeLogin(login: LoginResult, remember: boolean): void {
  if ("admitted" in login) useAuth.getState().signIn(login.admitted, remember);
}

/** The carts, bookings and favourites of this browser's guest go to the account that signs in. */
function guestToken(): string | undefined {
  const { credentials } = useAuth.getState();
  return isGuest(credentials?.user ?? null) ? credentials?.refresh_token : undefined;
}

export function useLogin(realm: Realm = "consumer") {
  return useMutation({
    mutationFn: async (body: LoginBody) =>
      parseLoginResponse(
        realm === "consumer"
          ? await unwrap(api.POST("/api/v1/users/login/", { body: { ...body, guest_token: guestToken() } }))
          : await unwrap(api.POST("/api/v1/userProfessionalRoutes/login/", { body })),
      ),
    onSuccess: (entrance, body) => storeLogin(entrance, body.remember_me ?? false),
  });
}

export interface SecondFactor {
  challenge: string;
  code?: string;
  recovery_code?: string;
  remember: boolean;
}

export function useSecondFactor() {
  return useMutation({
    mutationFn: async ({ remember: _, ...body }: SecondFactor) =>
      parseLoginResponse(await unwrap(api.POST("/api/v1/users/login/two-factor/", { body }))),
    onSuccess: (entrance, { remember }) => storeLogin(entrance, remember),
  });
}

/** A guest's account lasts as long as this browser remembers it. */
export function useGuest() {
  return useMutation({
    mutationFn: async () => parseLoginResponse(await unwrap(api.POST("/api/v1/users/guest/"))),
    onSuccess: (entrance) => storeLogin(entrance, true),
  });
}

/** With a guest's bearer the same account becomes a regular one. The account takes the language of the page. */
export function useRegister() {
  return useMutation({
    mutationFn: async (form: RegisterBody) => {
      const body = { ...form, language: currentLanguage().code };
      return parseLoginResponse(await unwrap(api.POST("/api/v1/users/register/", { body })));
    },
    onSuccess: (entrance) => storeLogin(entrance, true),
  });
}

/** The form of `POST /userProfessionalRoutes/company-profiles`, files and all. */
export function useRegisterCompany() {
  return useMutation({
    mutationFn: async (form: FormData) => {
      form.set("language", currentLanguage().code);
      // The form itself goes out; its files have no place in the described body.
      const body = form as unknown as CompanyBody;
      return parseLoginResponse(
        await unwrap(api.POST("/api/v1/userProfessionalRoutes/company-profiles/", { body })),
      );
    },
    onSuccess: (entrance) => storeLogin(entrance, true),
  });
}

/** A failed sign-out also forgets the tokens: the person asked to leave. */
export function useLogout(options: { onSuccess?: () => void; onError?: (error: Error) => void } = {}) {
  return useMutation({
    ...options,
    // The person is signed out all the same: there is nothing to try again.
    meta: { answersOffline: true },
    async mutationFn() {
      const refresh_token = useAuth.getState().credentials?.refresh_token;
      if (refresh_token) await unwrap(api.POST("/api/v1/users/logout/", { body: { refresh_token } }));
    },
    onSettled: () => useAuth.getState().clear(),
  });
}

/** Signs out, says how it went, and leads home. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const logout = useLogout({
    onSuccess: () => toast.success(t("signedOut")),
    onError: (error) => toast.error(t("signOutFailed"), error),
  });
  return async () => {
    // Navigates first: the guard of a protected page would redirect to the login.
    await navigate("/");
    logout.mutate();
  };
}

/** Loads server information: the version and, in demo mode, the demo accounts. */
export function useAppInfo() {
  return useQuery({
    queryKey: ["app"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/app/", { signal })),
    select: (answer) => answer.data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useProfile() {
  const signedIn = useAuth((state) => state.credentials !== null);
  return useQuery({
    queryKey: ["profile"],
    enabled: signedIn,
    queryFn: async ({ signal }) => {
      const { data } = await unwrap(api.GET("/api/v1/users/get-user-profile/", { signal }));
      useAuth.getState().updateUser(data);
      return data;
    },
  });
}

/** Changes what is named, in a form when there is a file in it. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: ProfileForm | FormData) =>
      (await unwrap(api.PUT("/api/v1/users/update-profile/", { body: change as ProfileForm }))).data,
    onSuccess(user) {
      useAuth.getState().updateUser(user);
      queries.setQueryData(["profile"], user);
    },
  });
}
