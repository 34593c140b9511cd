import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type OfferingRow = DeepRequired<Schemas["OwnOfferingRow"]>;
export type OwnOffering = Omit<DeepRequired<Schemas["OwnOffering"]>, "details"> & {
  details: Record<string, unknown>;
};
export type OfferingForm = Schemas["OfferingForm"];
export type OfferingKind = Schemas["OfferingKind"];
export type OfferingState = Schemas["OfferingState"];
export type Folder = Schemas["OwnFolder"];
export type Resource = DeepRequired<Schemas["OwnResource"]>;
export type ResourceForm = Schemas["ResourceForm"];
export type Schedule = Schemas["Schedule"];
export type Rule = Schedule["rules"][number];
export type Exception = Schedule["exceptions"][number];
export type NightRate = Schemas["NightRateForm"];
export type OptionGroup = DeepRequired<Schemas["OptionGroup"]>;

export const ROOT = ["business-catalogue"];
const LIST = "/api/v1/userprofessional/catalogue/offerings/";
const ONE = "/api/v1/userprofessional/catalogue/offerings/{offering_id}/";
const RESOURCES = "/api/v1/userprofessional/catalogue/resources/";
export const PER_PAGE = 50;

export interface ListFilter {
  kind: OfferingKind;
  state?: OfferingState;
  folder_id?: number;
  sold_out?: boolean;
  low_stock?: boolean;
  query?: string;
  page: number;
}

export function useOfferings(filter: Partial<ListFilter>) {
  return useQuery({
    queryKey: [...ROOT, "offerings", filter],
    queryFn: async () => {
      const page = await unwrap(api.GET(LIST, { params: { query: { ...filter, per_page: PER_PAGE } } }));
      return { rows: asDeepRequired(page.data), total: page.total, next: page.next ?? null };
    },
    placeholderData: keepPreviousData,
  });
}

const at = (id: number) => ({ params: { path: { offering_id: id } } });

const readOffering = async (id: number) =>
  (await unwrap(api.GET(ONE, at(id)))).data as unknown as OwnOffering;

export function useOffering(id: number | null) {
  return useQuery({
    queryKey: [...ROOT, "offering", id],
    queryFn: () => readOffering(id ?? 0),
    enabled: id !== null,
    refetchOnWindowFocus: false,
  });
}

interface OfferingSave {
  id: number | null;
  /** Changed fields, or all of a new offering. */
  body: OfferingForm;
  /** Variants of the request, over those of the stored offering, which someone else may have changed. */
  variantsOver?: (latest: OwnOffering) => OfferingForm["variants"];
  schedule?: Schedule;
  rates?: NightRate[];
  /** Takes the stored offering before its times and rates are sent: they may be refused. */
  onStored: (offering: OwnOffering, isPublished: boolean) => void;
}

/** Creates an offering without an id, else changes it, with times and rates if they changed. */
export function useSaveOffering() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id, body, variantsOver, schedule, rates, onStored }: OfferingSave) => {
      // It goes on sale once its times and rates are stored.
      const { state, ...others } = body;
      const isPublishedLast = state === "active" && Boolean(schedule || rates);
      const first = isPublishedLast ? { ...others, ...(id === null && { state: "draft" as const }) } : body;
      const variants =
        id !== null && variantsOver ? { variants: variantsOver(await readOffering(id)) } : undefined;
      const { data } = await unwrap(
        id ? api.PUT(ONE, { ...at(id), body: { ...first, ...variants } }) : api.POST(LIST, { body: first }),
      );
      onStored(data as unknown as OwnOffering, !isPublishedLast);
      if (schedule)
        await unwrap(
          api.PUT("/api/v1/userprofessional/catalogue/offerings/{offering_id}/schedule/", {
            ...at(data.id),
            body: schedule,
          }),
        );
      if (rates)
        await unwrap(
          api.PUT("/api/v1/userprofessional/catalogue/offerings/{offering_id}/night-rates/", {
            ...at(data.id),
            body: { rates },
          }),
        );
      if (isPublishedLast) await unwrap(api.PUT(ONE, { ...at(data.id), body: { state } }));
    },
    // Not awaited: the editor shows the result before it reads the stored values again.
    onSettled: () => void refresh(),
  });
}

export function useSetSoldOut() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, soldOut }: { id: number; soldOut: boolean }) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/catalogue/offerings/{offering_id}/sold-out/", {
          ...at(id),
          body: { sold_out: soldOut },
        }),
      ),
    onSuccess: refresh,
    // A switch goes back at once, and not after the list is read.
    onError: () => void refresh(),
  });
}

export function useDuplicate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (id: number) =>
      (
        await unwrap(
          api.POST("/api/v1/userprofessional/catalogue/offerings/{offering_id}/duplicate/", at(id)),
        )
      ).data.id,
    onSuccess: refresh,
  });
}

export function useOccurrenceChanges(id: number) {
  const refresh = useRefresh();
  return {
    add: useMutation({
      mutationFn: (occurrences: { starts_at: string; ends_at: string }[]) =>
        unwrap(
          api.POST("/api/v1/userprofessional/catalogue/offerings/{offering_id}/occurrences/", {
            ...at(id),
            body: { occurrences },
          }),
        ),
      onSuccess: refresh,
    }),
  };
}

const CANCELLATION = "/api/v1/userprofessional/catalogue/occurrences/{occurrence_id}/cancellation/";

/** Bookings that end with a date, and calling it off. */
export function useCancellation(occurrence_id: number) {
  const onSuccess = useRefresh();
  const params = { path: { occurrence_id } };
  return {
    preview: useQuery({
      queryKey: ["business-cancellation", occurrence_id],
      queryFn: async () => (await unwrap(api.GET(CANCELLATION, { params }))).data,
      staleTime: 0,
      gcTime: 0,
    }),
    callOff: useMutation({
      mutationFn: (reason: string) => unwrap(api.POST(CANCELLATION, { params, body: { reason } })),
      onSuccess,
    }),
  };
}

export function useFolders() {
  return useQuery({
    queryKey: [...ROOT, "folders"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/catalogue/folders/"))).data,
  });
}

export function useFolderChanges() {
  const onSuccess = useRefresh();
  const one = (folder_id: number) => ({ params: { path: { folder_id } } });
  return {
    create: useMutation({
      mutationFn: (name: string) =>
        unwrap(api.POST("/api/v1/userprofessional/catalogue/folders/", { body: { name } })),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: number; name: string }) =>
        unwrap(
          api.PUT("/api/v1/userprofessional/catalogue/folders/{folder_id}/", { ...one(id), body: { name } }),
        ),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: number) =>
        unwrap(api.DELETE("/api/v1/userprofessional/catalogue/folders/{folder_id}/", one(id))),
      onSuccess,
    }),
    order: useMutation({
      mutationFn: (ids: number[]) =>
        unwrap(api.PUT("/api/v1/userprofessional/catalogue/folders/order/", { body: { ids } })),
      onSuccess,
    }),
  };
}

export function useResources() {
  return useQuery({
    queryKey: [...ROOT, "resources"],
    queryFn: async () => asDeepRequired((await unwrap(api.GET(RESOURCES))).data),
  });
}

export function useResourceChanges() {
  const onSuccess = useRefresh();
  const one = (resource_id: number) => ({ params: { path: { resource_id } } });
  return {
    save: useMutation({
      mutationFn: ({ id, body }: { id: number | null; body: ResourceForm }) =>
        id
          ? unwrap(
              api.PUT("/api/v1/userprofessional/catalogue/resources/{resource_id}/", { ...one(id), body }),
            )
          : unwrap(api.POST(RESOURCES, { body })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: number) =>
        unwrap(api.DELETE("/api/v1/userprofessional/catalogue/resources/{resource_id}/", one(id))),
      onSuccess,
    }),
  };
}

export function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ROOT });
}
