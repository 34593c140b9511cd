import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

export type Advertisement = DeepRequired<components["schemas"]["Advertisement"]>;
type Event = components["schemas"]["AdvertisementEvent"];

const ROOT = ["advertisements"];

/** Advertisement of this visit: one is drawn when the app opens, and stays. Null if none runs. */
export function useDrawnAdvertisement() {
  return useQuery({
    queryKey: [...ROOT, "drawn"],
    queryFn: async () => {
      const { data } = await unwrap(api.GET("/api/v1/users/advertisements/random/"));
      return data ? (asDeepRequired(data) as Advertisement) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAdvertisement(id: number) {
  return useQuery({
    queryKey: [...ROOT, id],
    queryFn: async () => {
      const params = { path: { advertisement_id: id } };
      return asDeepRequired(
        (await unwrap(api.GET("/api/v1/users/advertisements/{advertisement_id}/", { params }))).data,
      ) as Advertisement;
    },
  });
}

/** Counts a view or a click. A count that fails is not worth a message. */
export function useCountAdvertisement(id: number) {
  return useMutation({
    mutationFn: (event: Event) =>
      unwrap(
        api.POST("/api/v1/users/advertisements/count/{advertisement_id}/", {
          params: { path: { advertisement_id: id } },
          body: { event },
        }),
      ),
  });
}

/** Page that an advertisement leads to. */
export const targetOf = ({ offering_id, company }: Advertisement): string =>
  offering_id === null ? `/companies/${company.handle}` : `/products/${offering_id}`;
