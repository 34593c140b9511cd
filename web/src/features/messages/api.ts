import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import { type Page, toPage } from "@/api/pagination";
import type { components } from "@/api/schema";
import type { SharedFile, SharedUrl } from "./model/shared";
import {
  type ChatSummary,
  type HistoryPage,
  type Member,
  type Message,
  messageOf,
  type Role,
  summaryOf,
} from "./model/wire";

type Schemas = components["schemas"];

const PAGE_SIZE = 50;

type HistoryCursor = { before: number } | { after: number } | { around: number } | Record<string, never>;

const inChat = (chat_id: number) => ({ path: { chat_id } });

export async function readHistory(
  chat: number,
  place: HistoryCursor,
  limit = PAGE_SIZE,
): Promise<HistoryPage> {
  const params = { ...inChat(chat), query: { ...place, limit } };
  const page = asDeepRequired(
    (await unwrap(api.GET("/api/v1/chat/chats/{chat_id}/messages/", { params }))).data,
  );
  return { ...page, messages: page.messages.map(messageOf) };
}

/** A page of the list, and whether there is another. */
export async function readChats(
  page: number,
  per_page: number,
  archived: "true" | "false",
  inbox: "company" | "personal",
): Promise<Page<ChatSummary>> {
  const params = { query: { page, per_page, archived, inbox } };
  const { items, ...rest } = toPage(asDeepRequired(await unwrap(api.GET("/api/v1/chat/chats/", { params }))));
  return { items: items.map(summaryOf), ...rest };
}

export async function createGroup(body: {
  title: string;
  picture?: number;
  user_ids: number[];
}): Promise<ChatSummary> {
  return summaryOf(asDeepRequired((await unwrap(api.POST("/api/v1/chat/groups/", { body }))).data));
}

export const changeGroup = (chat: number, body: { title?: string; picture?: number }) =>
  unwrap(api.PATCH("/api/v1/chat/chats/{chat_id}/", { params: inChat(chat), body }));

export async function readMembers(chat: number, query: string, page: number): Promise<Page<Member>> {
  const params = { ...inChat(chat), query: { query: query || undefined, page, per_page: PAGE_SIZE } };
  return toPage(asDeepRequired(await unwrap(api.GET("/api/v1/chat/chats/{chat_id}/members/", { params }))));
}

/** A page of the files of a chat, the newest first; `next` asks for the older ones. */
export async function readFiles(
  chat: number,
  kind: "picture" | "video" | "file",
  before: number | undefined,
): Promise<{ files: SharedFile[]; next: number | null }> {
  const params = { ...inChat(chat), query: { kind, before, limit: 30 } };
  const { data, next } = asDeepRequired(
    await unwrap(api.GET("/api/v1/chat/chats/{chat_id}/media/", { params })),
  );
  return { files: data.filter((one) => "media" in one), next };
}

/** The same of the addresses in what was said. */
export async function readLinks(
  chat: number,
  before: number | undefined,
): Promise<{ links: SharedUrl[]; next: number | null }> {
  const params = { ...inChat(chat), query: { kind: "link" as const, before, limit: 30 } };
  const { data, next } = asDeepRequired(
    await unwrap(api.GET("/api/v1/chat/chats/{chat_id}/media/", { params })),
  );
  return { links: data.filter((one) => "url" in one), next };
}

export const addMembers = (chat: number, user_ids: number[]) =>
  unwrap(api.POST("/api/v1/chat/chats/{chat_id}/members/", { params: inChat(chat), body: { user_ids } }));

/** The viewer's own id leaves. */
export const removeMember = (chat_id: number, user_id: number) =>
  unwrap(
    api.DELETE("/api/v1/chat/chats/{chat_id}/members/{user_id}/", { params: { path: { chat_id, user_id } } }),
  );

export const changeRole = (chat_id: number, user_id: number, role: Role) =>
  unwrap(
    api.PUT("/api/v1/chat/chats/{chat_id}/members/{user_id}/", {
      params: { path: { chat_id, user_id } },
      body: { role },
    }),
  );

export interface SettingsChange {
  muted_until?: string | null;
  pinned?: boolean;
  archived?: boolean;
}

export const changeSettings = (chat: number, body: SettingsChange) =>
  unwrap(api.PUT("/api/v1/chat/chats/{chat_id}/settings/", { params: inChat(chat), body }));

export const saveDraft = (chat: number, text: string) =>
  unwrap(api.PUT("/api/v1/chat/chats/{chat_id}/draft/", { params: inChat(chat), body: { text } }));

export const blockUser = (chat_id: number, block: boolean) =>
  unwrap(
    api.POST("/api/v1/chat/chatapp-block-unblock-users/", {
      params: { query: { chat_id } },
      body: { block },
    }),
  );

export const acceptRequest = (chat: number) =>
  unwrap(api.POST("/api/v1/chat/chats/{chat_id}/accept/", { params: inChat(chat) }));

export type InCommon = DeepRequired<Schemas["InCommon"]>;

/** Friends, groups and companies that the viewer shares with the sender of a request. */
export const readInCommon = async (chat: number): Promise<InCommon> =>
  asDeepRequired(
    (await unwrap(api.GET("/api/v1/chat/chats/{chat_id}/request/", { params: inChat(chat) }))).data,
  );

export const clearChat = (chat_id: number) =>
  unwrap(api.POST("/api/v1/chat/chatapp-clear-chats-per-users/", { params: { query: { chat_id } } }));

/** Takes a direct chat and its history from the viewer's list, until the next message. */
export const deleteChat = (chat: number) =>
  unwrap(api.DELETE("/api/v1/chat/chats/{chat_id}/", { params: inChat(chat) }));

/** Answers, chat by chat, whether it was said there. The same `id` again forwards nothing twice. */
export const forward = async (body: { id: string; chat_id: number; seq: number; chat_ids: number[] }) =>
  (await unwrap(api.POST("/api/v1/chat/forward/", { body }))).data;

export type Hit = Schemas["Hit"] & { message: Message };

/** A page of hits, newest first; `next` asks for the one after it. */
export async function searchMessages(
  query: string,
  place: { chat_id?: number; before?: number; inbox?: "company" | "personal" } = {},
): Promise<{ hits: Hit[]; next: number | null }> {
  const params = { query: { query, limit: 30, ...place } };
  const { data, next } = asDeepRequired(await unwrap(api.GET("/api/v1/chat/search/", { params })));
  return { hits: data.map((hit) => ({ ...hit, message: messageOf(hit.message) })), next };
}

export type Preview = DeepRequired<Schemas["Preview"]>;

export const readPreview = async (url: string): Promise<Preview> =>
  asDeepRequired((await unwrap(api.GET("/api/v1/chat/link-preview/", { params: { query: { url } } }))).data);
