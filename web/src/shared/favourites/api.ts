import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { KEEP_ALIVE } from "@/api/keepAlive";
import { type Page, toPage } from "@/api/pagination";
import type { FavouriteFolder, FavouriteItem, FavouriteKind, FriendFavourite, Saveable } from "./types";

export const favouriteKeys = {
  all: ["favourites"],
  folders: ["favourites", "folders"],
  place: (kind: Saveable["kind"], id: number) => ["favourites", "place", kind, id],
  folder: (id: number) => ["favourites", "folder", id],
  items: (id: number, kind: FavouriteKind) => ["favourites", "folder", id, "items", kind],
};

const PAGE = 30;

export async function readFolders(page: number): Promise<Page<FavouriteFolder>> {
  const params = { query: { page, per_page: PAGE } };
  const answer = await unwrap(api.GET("/api/v1/users/get-saved-reels/", { params }));
  return toPage({ ...answer, data: asDeepRequired(answer.data) });
}

const at = (folder_id: number) => ({ params: { path: { folder_id } } });

export const readFolder = async (id: number): Promise<FavouriteFolder> =>
  asDeepRequired(
    (await unwrap(api.GET("/api/v1/userprofessional/folder-preview/{folder_id}/", at(id)))).data,
  );

/** Names of the contents of a folder, as the server calls them. */
const CONTENT = { reel: "reel", offering: "Product/Service", company: "Company" } as const;

export async function readFolderItems(
  folder_id: number,
  kind: FavouriteKind,
  page: number,
): Promise<Page<FavouriteItem>> {
  const params = { path: { folder_id }, query: { content_type: CONTENT[kind], page, per_page: PAGE } };
  const answer = await unwrap(api.GET("/api/v1/userprofessional/folder-content/{folder_id}/", { params }));
  // The schema does not describe the values of an offering's details.
  return toPage({ ...answer, data: answer.data as unknown as FavouriteItem[] });
}

export const createFolder = async (name: string): Promise<FavouriteFolder> =>
  asDeepRequired(
    (await unwrap(api.POST("/api/v1/userprofessional/folder/create/", { body: { name } }))).data,
  );

export const renameFolder = (folder_id: number, name: string) =>
  unwrap(
    api.PUT("/api/v1/users/reelfolder/{folder_id}/update/", { ...at(folder_id), body: { folder_id, name } }),
  );

export const deleteFolder = (id: number) =>
  unwrap(api.DELETE("/api/v1/users/reelfolder/{folder_id}/delete/", at(id)));

/** Puts an item into a folder, moves it there, or takes it out of its folder. */
export const saveFavourite = (kind: FavouriteKind, id: number, folder_id: number | null) =>
  unwrap(api.PUT("/api/v1/users/favourites/", { ...KEEP_ALIVE, body: { kind, id, folder_id } }));

/** Folders of those of these items that are favourites, by their ids. */
export async function readPlaces(
  kind: Saveable["kind"],
  items: readonly number[],
): Promise<Map<number, number>> {
  const params = { query: { kind, ids: items.join(",") } };
  const { data } = await unwrap(api.GET("/api/v1/users/favourites/", { params }));
  return new Map(data.map(({ id, folder_id }) => [id, folder_id]));
}

/** Reels, offerings and companies that friends saved, by page. */
export async function readFriendFavourites(page: number): Promise<Page<FriendFavourite>> {
  const params = { query: { page, per_page: PAGE } };
  const answer = await unwrap(api.GET("/api/v1/users/friends/favourites/", { params }));
  // The schema does not describe the values of an offering's details.
  return toPage({ ...answer, data: answer.data as unknown as FriendFavourite[] });
}
