import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** Privacy settings of the signed-in account. */
export const privacyQuery = queryOptions({
  queryKey: ["privacy"],
  queryFn: async () => (await unwrap(api.GET("/api/v1/users/get-privacy-settings/"))).data,
});
