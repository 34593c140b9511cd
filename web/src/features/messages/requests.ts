import { useMutation } from "@tanstack/react-query";
import { accessToken } from "@/api/auth";
import { api, take } from "@/api/client";
import { ApiError, networkError, refusalOf } from "@/api/errors";
import { currentToken, freshToken } from "@/api/refresh";
import type { ChatSummary, Media } from "@/api/types";
import type { Page } from "./model/wire";

const pageSize = 50;

type Place = { before: number } | { after: number } | { around: number } | Record<string, never>;

export async function readHistory(chat_id: number, place: Place): Promise<Page> {
  const params = { path: { chat_id }, query: { ...place, limit: pageSize } };
  const { data } = await take(api.GET("/api/v1/chat/chats/{chat_id}/messages/", { params }));
  return data;
}

/** A page of the list, and whether there is another. */
export async function readChats(
  page: number,
  per_page: number,
): Promise<{ chats: ChatSummary[]; more: boolean }> {
  const { data, next } = await take(
    api.GET("/api/v1/chat/chats/", { params: { query: { page, per_page } } }),
  );
  return { chats: data, more: next !== null };
}

export function useOpenDirect() {
  return useMutation({
    mutationFn: async (userName: string) => {
      const { data } = await take(api.POST("/api/v1/chat/chats/direct/", { body: { userName } }));
      return data;
    },
  });
}

/** Uploads one picture. XMLHttpRequest, because `fetch` does not tell how far an upload has come. */
export async function uploadMedia(
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Media> {
  const spent = await currentToken();
  try {
    return await post(file, spent, onProgress, signal);
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 401) throw failure;
    const fresh = await freshToken(spent ?? accessToken());
    if (!fresh) throw failure;
    return post(file, fresh, onProgress, signal);
  }
}

function post(
  file: Blob,
  token: string | null,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Media> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.open("POST", "/api/v1/chat/chatapp-upload-media/");
    request.responseType = "json";
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = request.response;
      if (request.status === 201 && body?.data) resolve(body.data);
      else reject(refusalOf(body, new Response(null, { status: request.status })));
    };
    request.onerror = () => reject(networkError(new Error("upload")));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
