import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { pageParams } from "@/api/pagination";
import { favouriteKeys, readFolderItems } from "@/shared/favourites/api";
import type { FavouriteKind } from "@/shared/favourites/types";

export const KINDS = ["reel", "offering", "company"] as const satisfies readonly FavouriteKind[];

const itemsQuery = (folder: number, kind: FavouriteKind) =>
  infiniteQueryOptions({
    queryKey: favouriteKeys.items(folder, kind),
    queryFn: ({ pageParam }) => readFolderItems(folder, kind, pageParam),
    ...pageParams,
  });

/** Items of one kind in a folder, by page. */
export const useFolderItems = (folder: number, kind: FavouriteKind) =>
  useInfiniteQuery(itemsQuery(folder, kind));

/** First kind of which a folder holds items. It stays for the visit, also once they are moved away. */
export function useFirstKind(folder: number, enabled: boolean) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["favourites-first-kind", folder],
    queryFn: async () => {
      for (const kind of KINDS) {
        const { pages } = await queries.fetchInfiniteQuery(itemsQuery(folder, kind));
        if (pages.some(({ items }) => items.length > 0)) return kind;
      }
      return "reel" as const;
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
