import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

export type OwnAdvertisement = DeepRequired<components["schemas"]["OwnAdvertisement"]>;
export type AdvertisementForm = components["schemas"]["AdvertisementForm"];

const KEY = ["business-advertisements"] as const;
export const PER_PAGE = 20;
const LIST = "/api/v1/userprofessional/advertisements/";
const ONE = "/api/v1/userprofessional/advertisements/{advertisement_id}/";

export function useAdvertisements(page: number) {
  return useQuery({
    queryKey: [...KEY, page],
    queryFn: async () => {
      const answer = await unwrap(api.GET(LIST, { params: { query: { page, per_page: PER_PAGE } } }));
      return toPage(asDeepRequired(answer) as unknown as Parameters<typeof toPage<OwnAdvertisement>>[0]);
    },
    placeholderData: keepPreviousData,
  });
}

/** Creates, changes and deletes advertisements. The plan of the company counts those that run. */
export function useAdvertisementChanges() {
  const queries = useQueryClient();
  const onSuccess = async () => {
    void queries.invalidateQueries({ queryKey: ["subscription"] });
    await queries.invalidateQueries({ queryKey: KEY });
  };
  const at = (advertisement_id: number) => ({ params: { path: { advertisement_id } } });
  return {
    save: useMutation({
      mutationFn: ({ id, body }: { id: number | null; body: AdvertisementForm }) =>
        id === null ? unwrap(api.POST(LIST, { body })) : unwrap(api.PUT(ONE, { ...at(id), body })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: number) => unwrap(api.DELETE(ONE, at(id))),
      onSuccess,
    }),
  };
}
