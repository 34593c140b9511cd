import { useMutation, useQuery } from "@tanstack/react-query";
import { useAuth } from "./auth";
import { api, take } from "./client";
import type { paths } from "./schema";

type JsonBody<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

export type LoginBody = JsonBody<"/api/v1/users/login/">;
export type RegisterBody = JsonBody<"/api/v1/users/register/">;

type Admitted = Awaited<ReturnType<typeof login>>;
const login = (body: LoginBody) => take(api.POST("/api/v1/users/login/", { body }));
const register = (body: RegisterBody) => take(api.POST("/api/v1/users/register/", { body }));

function admit({ tokens, data }: Admitted, remember: boolean): void {
  const { accessToken: access_token, refreshToken: refresh_token } = tokens;
  useAuth.getState().signIn({ access_token, refresh_token, user: data.user }, remember);
}

export function useLogin() {
  return useMutation({
    mutationFn: login,
    onSuccess: (answer, body) => admit(answer, body.remember_me ?? false),
  });
}

export function useRegister() {
  return useMutation({ mutationFn: register, onSuccess: (answer) => admit(answer, true) });
}

/** A failed sign-out also forgets the tokens: the person asked to leave. */
export function useLogout(options: { onSuccess?: () => void; onError?: () => void } = {}) {
  return useMutation({
    ...options,
    async mutationFn() {
      const refresh_token = useAuth.getState().credentials?.refresh_token;
      if (refresh_token) await take(api.POST("/api/v1/users/logout/", { body: { refresh_token } }));
    },
    onSettled: () => useAuth.getState().clear(),
  });
}

/** What the server says of itself: its version, and the accounts to try it with when it runs as a demo. */
export function useAppInfo() {
  return useQuery({
    queryKey: ["app"],
    queryFn: ({ signal }) => take(api.GET("/api/v1/app/", { signal })),
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
      const { data } = await take(api.GET("/api/v1/users/get-user-profile/", { signal }));
      useAuth.getState().updateUser(data);
      return data;
    },
  });
}
