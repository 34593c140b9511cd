import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import { showEarly } from "@/api/optimistic";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type StoreProfile = DeepRequired<Schemas["StoreProfile"]>;
export type StoreProfileForm = Schemas["StoreProfileForm"];
export type OpeningHours = DeepRequired<Schemas["OpeningHours"]>;
export type GalleryItem = DeepRequired<Schemas["GalleryItem"]>;
export type News = DeepRequired<Schemas["CompanyNews"]>;
export type NewsForm = Schemas["NewsForm"];

const ROOT = ["business-store"];
const PROFILE = "/api/v1/userprofessional/store/profile/";
const HOURS = "/api/v1/userprofessional/store/hours/";
const GALLERY = "/api/v1/userprofessional/store/gallery/";
const ITEM = "/api/v1/userprofessional/store/gallery/{media_id}/";
const NEWS = "/api/v1/userprofessional/store/news/";
const ONE_NEWS = "/api/v1/userprofessional/store/news/{news_id}/";

export function useStore() {
  return useQuery({
    queryKey: [...ROOT, "profile"],
    queryFn: async () => asDeepRequired((await unwrap(api.GET(PROFILE))).data) as StoreProfile,
    refetchOnWindowFocus: false,
  });
}

export function useHours() {
  return useQuery({
    queryKey: [...ROOT, "hours"],
    queryFn: async () => asDeepRequired((await unwrap(api.GET(HOURS))).data) as OpeningHours,
    refetchOnWindowFocus: false,
  });
}

export interface StoreChange {
  profile: StoreProfileForm | null;
  hours: OpeningHours | null;
}

/** Saves the parts that changed. */
export function useSaveStore() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ profile, hours }: StoreChange) => {
      if (profile) await unwrap(api.PUT(PROFILE, { body: profile }));
      if (hours) await unwrap(api.PUT(HOURS, { body: hours }));
    },
    // Not awaited: the form shows the result before it reads the stored values again.
    onSettled: () => {
      for (const queryKey of [ROOT, ["business"], ["company"], ["companies"]])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

const galleryKey = [...ROOT, "gallery"];

export function useGallery() {
  return useQuery({
    queryKey: galleryKey,
    queryFn: async () => asDeepRequired((await unwrap(api.GET(GALLERY))).data) as GalleryItem[],
  });
}

export interface Addition {
  media_id: number;
  caption?: string;
  position?: number;
}

export function useGalleryChanges() {
  const queries = useQueryClient();
  const onSettled = async () => {
    void queries.invalidateQueries({ queryKey: ["company"] });
    void queries.invalidateQueries({ queryKey: [...ROOT, "profile"] });
    await queries.invalidateQueries({ queryKey: galleryKey });
  };
  const at = (media_id: number) => ({ params: { path: { media_id } } });
  return {
    add: useMutation({
      mutationFn: (body: Addition) => unwrap(api.POST(GALLERY, { body })),
      onSettled,
    }),
    caption: useMutation({
      mutationFn: ({ id, caption }: { id: number; caption: string }) =>
        unwrap(api.PUT(ITEM, { ...at(id), body: { caption } })),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: number) => unwrap(api.DELETE(ITEM, at(id))),
      onSettled,
    }),
    cover: useMutation({
      mutationFn: (cover_id: number) => unwrap(api.PUT(PROFILE, { body: { cover_id } })),
      onSettled,
    }),
    order: useMutation({
      scope: { id: "gallery-order" },
      mutationFn: (items: readonly GalleryItem[]) =>
        unwrap(
          api.PUT("/api/v1/userprofessional/store/gallery/order/", {
            body: { ids: items.map(({ id }) => id) },
          }),
        ),
      // The list shows the new order at once, and the stored one after a failure.
      onMutate: (items) => showEarly<readonly GalleryItem[]>(queries, galleryKey, () => items),
      onError: (_error, _items, takeBack) => takeBack?.(),
      onSettled,
    }),
  };
}

const newsKey = [...ROOT, "news"];

export function useNews(page: number) {
  return useQuery({
    queryKey: [...newsKey, page],
    queryFn: async () => {
      const answer = await unwrap(api.GET(NEWS, { params: { query: { page } } }));
      return toPage(asDeepRequired(answer) as unknown as Parameters<typeof toPage<News>>[0]);
    },
  });
}

export function useNewsChanges() {
  const queries = useQueryClient();
  const onSuccess = async () => {
    void queries.invalidateQueries({ queryKey: ["company"] });
    await queries.invalidateQueries({ queryKey: newsKey });
  };
  const at = (news_id: number) => ({ params: { path: { news_id } } });
  return {
    save: useMutation({
      mutationFn: ({ id, body }: { id: number | null; body: NewsForm }) =>
        id === null ? unwrap(api.POST(NEWS, { body })) : unwrap(api.PUT(ONE_NEWS, { ...at(id), body })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: number) => unwrap(api.DELETE(ONE_NEWS, at(id))),
      onSuccess,
    }),
  };
}
