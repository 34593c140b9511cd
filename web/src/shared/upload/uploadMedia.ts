import { accessToken } from "@/api/auth";
import type { DeepRequired } from "@/api/deepRequired";
import { ApiError, networkError, toApiError } from "@/api/errors";
import { currentToken, refreshToken } from "@/api/refresh";
import type * as api from "@/api/types";

type Media = DeepRequired<api.Media>;

type OnProgress = (part: number) => void;

const CHAT = "/api/v1/chat/chatapp-upload-media/";
const RETURN = "/api/v1/users/support/upload-return-item-media/";

/** Uploads one picture, video, recording or file. XMLHttpRequest, because `fetch` does not tell how far an upload has come. */
export async function uploadMedia(
  file: File,
  onProgress: OnProgress,
  signal: AbortSignal,
  kind?: "voice",
): Promise<Media> {
  const form = new FormData();
  // The fields precede the file: the server reads them first.
  if (kind) form.append("kind", kind);
  form.append("file", file);
  return send(CHAT, form, onProgress, signal);
}

/** Uploads one picture or video of an item to return. */
export async function uploadReturnMedia(
  file: File,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Media> {
  const form = new FormData();
  form.append("file", file);
  return send(RETURN, form, onProgress, signal);
}

async function send(
  path: string,
  form: FormData,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Media> {
  const spent = await currentToken();
  try {
    return await post(path, form, spent, onProgress, signal);
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 401) throw failure;
    const fresh = await refreshToken(spent ?? accessToken());
    if (!fresh) throw failure;
    return post(path, form, fresh, onProgress, signal);
  }
}

function post(
  path: string,
  form: FormData,
  token: string | null,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Media> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.open("POST", path);
    request.responseType = "json";
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = request.response;
      if (request.status === 201 && body?.data) resolve(body.data);
      else reject(toApiError(body, new Response(null, { status: request.status })));
    };
    request.onerror = () => reject(networkError(new Error("upload")));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(form);
  });
}
