import { useMutation } from "@tanstack/react-query";
import { api, take } from "@/api/client";
import type { UserCard } from "@/api/types";
import type { ChatSummary, Member, Message, Page, Role } from "./model/wire";

const pageSize = 50;

type Place = { before: number } | { after: number } | { around: number } | Record<string, never>;

interface Answer<T> {
  data: T;
  message: string;
  page?: number;
  total?: number;
  next?: number | null;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Operations by their address. */
async function ask<T>(
  method: Method,
  path: string,
  { query, body }: { query?: Record<string, unknown>; body?: unknown } = {},
): Promise<Answer<T>> {
  const call = api.request as (
    method: Method,
    path: string,
    init: object,
  ) => Promise<{ data?: Answer<T>; error?: unknown; response: Response }>;
  return take(call(method, `/api/v1${path}`, { params: { query }, body }));
}

export async function readHistory(chat: number, place: Place, limit = pageSize): Promise<Page> {
  const query = { ...place, limit };
  return (await ask<Page>("get", `/chat/chats/${chat}/messages/`, { query })).data;
}

export interface Paged<T> {
  items: T[];
  more: boolean;
  total: number;
}

async function readPage<T>(path: string, query: Record<string, unknown>): Promise<Paged<T>> {
  const { data, next, total } = await ask<T[]>("get", path, { query });
  return { items: data, more: (next ?? null) !== null, total: total ?? data.length };
}

/** A page of the list, and whether there is another. */
export function readChats(page: number, per_page: number, archived: "all" | "true" = "all") {
  return readPage<ChatSummary>("/chat/chats/", { page, per_page, archived });
}

export function useOpenDirect() {
  return useMutation({
    mutationFn: async (who: { userName: string } | { user_id: number }) =>
      (await ask<ChatSummary>("post", "/chat/chats/direct/", { body: who })).data,
  });
}

/** Somebody in a list, and how the viewer stands to them. */
export interface Person extends UserCard {
  relation: "none" | "friends" | "requested" | "asks_you" | "blocked" | "self";
}

/** People one may start a chat with. */
export const readPeople = (query: string, page: number) =>
  readPage<Person>("/users/users-list/", { query: query || undefined, page, per_page: 30 });

export async function createGroup(group: {
  title: string;
  picture?: number;
  user_ids: number[];
}): Promise<ChatSummary> {
  return (await ask<ChatSummary>("post", "/chat/groups/", { body: group })).data;
}

export const changeGroup = (chat: number, change: { title?: string; picture?: number }) =>
  ask("patch", `/chat/chats/${chat}/`, { body: change });

export const readMembers = (chat: number, query: string, page: number) =>
  readPage<Member>(`/chat/chats/${chat}/members/`, { query: query || undefined, page });

export const addMembers = (chat: number, user_ids: number[]) =>
  ask("post", `/chat/chats/${chat}/members/`, { body: { user_ids } });

/** The viewer's own id leaves. */
export const removeMember = (chat: number, user: number) =>
  ask("delete", `/chat/chats/${chat}/members/${user}/`);

export const changeRole = (chat: number, user: number, role: Role) =>
  ask("put", `/chat/chats/${chat}/members/${user}/`, { body: { role } });

export interface SettingsChange {
  muted_until?: string | null;
  pinned?: boolean;
  archived?: boolean;
}

export const changeSettings = (chat: number, change: SettingsChange) =>
  ask("put", `/chat/chats/${chat}/settings/`, { body: change });

export const keepDraft = (chat: number, text: string) =>
  ask("put", `/chat/chats/${chat}/draft/`, { body: { text } });

export const blockUser = (chat: number, block: boolean) =>
  ask<{ blocked: boolean }>("post", "/chat/chatapp-block-unblock-users/", {
    query: { chat_id: chat },
    body: { block },
  });

export const clearChat = (chat: number) =>
  ask("post", "/chat/chatapp-clear-chats-per-users/", { query: { chat_id: chat } });

export const forward = (chat_id: number, seq: number, chat_ids: number[]) =>
  ask("post", "/chat/forward/", { body: { chat_id, seq, chat_ids } });

export interface Reason {
  key: string;
  label: string;
}

export const readReasons = async (): Promise<Reason[]> =>
  (await ask<Reason[]>("get", "/users/report-reasons/")).data;

export interface Report {
  reason: string;
  comment?: string;
  user_id?: number;
  seq?: number;
  block?: boolean;
}

export const report = (chat: number, body: Report) =>
  ask("post", "/chat/chatapp-report-users/", { query: { chat_id: chat }, body });

export interface Hit {
  chat_id: number;
  message: Message;
  snippet: { text: string; match: boolean }[];
}

/** A page of hits, newest first; `next` asks for the one after it. */
export async function searchMessages(
  query: string,
  place: { chat_id?: number; before?: number | string } = {},
): Promise<{ hits: Hit[]; next: number | string | null }> {
  const { data, next } = await ask<Hit[]>("get", "/chat/search/", { query: { query, limit: 30, ...place } });
  return { hits: data, next: next ?? null };
}

export interface Preview {
  url: string;
  title: string;
  description: string | null;
  picture: string | null;
}

export const readPreview = async (url: string): Promise<Preview> =>
  (await ask<Preview>("get", "/chat/link-preview/", { query: { url } })).data;

export const readPushKey = async (): Promise<string | null> =>
  (await ask<{ public_key: string | null }>("get", "/users/push/key/")).data.public_key;

export const subscribePush = ({ endpoint, keys }: PushSubscriptionJSON) =>
  ask("post", "/users/push/subscribe/", { body: { endpoint, keys } });

export const unsubscribePush = (endpoint: string) =>
  ask("delete", "/users/push/subscribe/", { body: { endpoint } });
