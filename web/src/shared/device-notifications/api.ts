import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export const readPushKey = async (): Promise<string | null> =>
  (await unwrap(api.GET("/api/v1/users/push/key/"))).data.public_key ?? null;

export const subscribePush = (body: Pick<components["schemas"]["Subscription"], "endpoint" | "keys">) =>
  unwrap(api.POST("/api/v1/users/push/subscribe/", { body }));

export const unsubscribePush = (endpoint: string) =>
  unwrap(api.DELETE("/api/v1/users/push/subscribe/", { body: { endpoint } }));
