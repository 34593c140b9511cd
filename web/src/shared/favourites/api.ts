import { requestUntyped } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { ReelCounts } from "@/shared/reels/types";
import type { FavouriteFolder, FavouriteItem, FavouriteKind } from "./types";

export const favouriteKeys = {
  all: ["favourites"],
  folders: ["favourites", "folders"],
  folder: (id: number) => ["favourites", "folder", id],
  items: (id: number, kind: FavouriteKind) => ["favourites", "folder", id, "items", kind],
  folderOf: (kind: FavouriteKind, id: number) => ["favourites", "of", kind, id],
};

type List<T> = Parameters<typeof toPage<T>>[0];

export async function readFolders(page: number): Promise<Page<FavouriteFolder>> {
  const query = { page, per_page: 30 };
  const answer = await requestUntyped<FavouriteFolder[]>("get", "/api/v1/users/get-saved-reels/", { query });
  return toPage(answer as unknown as List<FavouriteFolder>);
}

export const readFolder = async (id: number): Promise<FavouriteFolder> =>
  (await requestUntyped<FavouriteFolder>("get", `/api/v1/userprofessional/folder-preview/${id}/`)).data;

/** Names of the two contents of a folder, as the server calls them. */
const CONTENT: Record<FavouriteKind, string> = { reel: "reel", offering: "Product/Service" };

export async function readFolderItems(
  id: number,
  kind: FavouriteKind,
  page: number,
): Promise<Page<FavouriteItem>> {
  const query = { content_type: CONTENT[kind], page, per_page: 30 };
  const path = `/api/v1/userprofessional/folder-content/${id}/`;
  return toPage(
    (await requestUntyped<FavouriteItem[]>("get", path, { query })) as unknown as List<FavouriteItem>,
  );
}

export const createFolder = async (name: string): Promise<FavouriteFolder> =>
  (
    await requestUntyped<FavouriteFolder>("post", "/api/v1/userprofessional/folder/create/", {
      body: { name },
    })
  ).data;

export const renameFolder = (id: number, name: string) =>
  requestUntyped("put", `/api/v1/users/reelfolder/${id}/update/`, { body: { folder_id: id, name } });

export const deleteFolder = (id: number) =>
  requestUntyped("delete", `/api/v1/users/reelfolder/${id}/delete/`);

interface Saved {
  folder_id: number | null;
  counts: ReelCounts | null;
}

/** Puts an item into a folder, moves it there, or takes it out of its folder. */
export const saveFavourite = async (
  kind: FavouriteKind,
  id: number,
  folder_id: number | null,
): Promise<Saved> =>
  (await requestUntyped<Saved>("put", "/api/v1/users/favourites/items/", { body: { kind, id, folder_id } }))
    .data;
