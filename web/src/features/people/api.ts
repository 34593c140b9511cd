import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { type Page, toPage } from "@/api/pagination";
import type { Follow, Person, PersonCard, Post } from "./model/card";
import type { FriendAction } from "./model/friends";

export type UserType = "all" | "regular" | "professional";

const PAGE = 20;

/** People by the beginnings of their names; suggestions without a query. */
export async function findPeople(query: string, userType: UserType, page: number): Promise<Page<Person>> {
  const params = { query: { query: query || undefined, userType, page, per_page: PAGE } };
  return toPage(await unwrap(api.GET("/api/v1/users/search/friends/", { params })));
}

/** Friends by page, by name. */
export async function readFriends(query: string, page: number): Promise<Page<Person>> {
  const params = { query: { query: query || undefined, page, per_page: 100 } };
  return toPage(await unwrap(api.GET("/api/v1/users/friends/", { params })));
}

export type FollowDirection = "followers" | "following";

/** Followers, or whom an account follows, by page. Without `user_id` of the own account. */
export async function readFollows(
  type: FollowDirection,
  page: number,
  user_id?: number,
): Promise<Page<Follow>> {
  const params = { query: { type, user_id, page, per_page: PAGE } };
  return toPage(await unwrap(api.GET("/api/v1/users/user-followers-following/", { params })));
}

/** Reviews and comments of a person, by page. */
export async function readPosts(user_id: number, page: number): Promise<Page<Post>> {
  const params = { query: { user_id, page, per_page: PAGE } };
  return toPage(asDeepRequired(await unwrap(api.GET("/api/v1/users/user-posts/", { params }))));
}

export async function readCard(id: number): Promise<PersonCard> {
  const params = { path: { user_id: id } };
  return (await unwrap(api.GET("/api/v1/admin/regular-users/get/{user_id}/", { params }))).data;
}

const of = (user_id: number) => ({ params: { path: { user_id } } });

const friendActions: Record<FriendAction, (user_id: number) => Promise<unknown>> = {
  ask: (user_id) => unwrap(api.PUT("/api/v1/users/friends/request/send/", { body: { user_id } })),
  accept: (user_id) =>
    unwrap(api.PUT("/api/v1/users/friends/request/answer/", { body: { user_id, accept: true } })),
  refuse: (user_id) =>
    unwrap(api.PUT("/api/v1/users/friends/request/answer/", { body: { user_id, accept: false } })),
  takeBack: (user_id) => unwrap(api.DELETE("/api/v1/users/friends/request/{user_id}/", of(user_id))),
  unfriend: (user_id) => unwrap(api.DELETE("/api/v1/users/friends/{user_id}/", of(user_id))),
};

export const sendFriendAction = (what: FriendAction, user: number): Promise<unknown> =>
  friendActions[what](user);

export const setBlock = (id: number, stands: boolean) =>
  unwrap(api.PUT("/api/v1/users/{user_id}/block/", { ...of(id), body: { block: stands } }));
