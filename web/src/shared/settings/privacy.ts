import { queryOptions, useQuery } from "@tanstack/react-query";
import { isGuest, useUser } from "@/api/auth";
import { api, unwrap } from "@/api/client";
import type { Privacy } from "@/api/types";

/** Privacy settings of the signed-in account. */
export const privacyQuery = queryOptions({
  queryKey: ["privacy"],
  queryFn: async (): Promise<Privacy> => (await unwrap(api.GET("/api/v1/users/get-privacy-settings/"))).data,
});

/** Tells whether former searches may be suggested. False until a member's settings are known. */
export function usePersonal(enabled: boolean): boolean {
  const user = useUser();
  const isMember = user !== null && !isGuest(user);
  const { data } = useQuery({ ...privacyQuery, enabled: enabled && isMember });
  return isMember ? data?.cookies === true : true;
}
