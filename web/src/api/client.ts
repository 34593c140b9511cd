import createClient from "openapi-fetch";
import { randomId } from "@/lib/ids";
import { accessToken, shownCompany } from "./auth";
import { networkError, toApiError } from "./errors";
import { refreshToken } from "./refresh";
import type { paths } from "./schema";

/** These answer 401 for their own reasons: there is no session to refresh. */
const WITHOUT_SESSION =
  /\/(users\/(login|login\/two-factor|social\/sign-in|token\/refresh)|userProfessionalRoutes\/login)\/?$/;

/** The generated paths, typed. Wrap each call in `unwrap`. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: authorizedFetch });

async function authorizedFetch(request: Request): Promise<Response> {
  request.headers.set("x-request-id", randomId());
  const open = WITHOUT_SESSION.test(new URL(request.url).pathname);
  const token = open ? null : accessToken();
  // The body of a request can be read once: the copy is for the second try.
  const again = token ? request.clone() : null;
  const response = await send(request, token);
  if (response.status !== 401 || !again) return response;
  const fresh = await refreshToken(token);
  return fresh ? send(again, fresh) : response;
}

async function send(request: Request, token: string | null): Promise<Response> {
  if (token) {
    request.headers.set("authorization", `Bearer ${token}`);
    const company = shownCompany();
    if (company !== null) request.headers.set("x-company", String(company));
  }
  try {
    return await fetch(request);
  } catch (cause) {
    // An abort is the caller's own doing and not the network's.
    if (request.signal.aborted) throw cause;
    throw networkError(cause);
  }
}

type ApiResult<T> = { data?: T; error?: unknown; response: Response };

/** The envelope of a success (`data`, `tokens`, `page`, …); a refusal is thrown as `ApiError`. */
export async function unwrap<T>(call: Promise<ApiResult<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined || data === null) throw toApiError(error, response);
  return data;
}

export interface Envelope<Data> {
  status: boolean;
  statusCode: number;
  message: string;
  data: Data;
}

type Method = "get" | "put" | "post" | "delete";
interface RequestOptions {
  body?: object;
  query?: Record<string, string | number | boolean | undefined>;
}

/** An operation that the schema does not describe yet. */
export function requestUntyped<Data>(
  method: Method,
  path: string,
  { body, query }: RequestOptions = {},
): Promise<Envelope<Data>> {
  const call = api.request as (
    method: Method,
    path: string,
    init: object,
  ) => Promise<ApiResult<Envelope<Data>>>;
  return unwrap(call(method, path, { body, params: { query } }));
}

/** A file that only its owner may read: a link could not carry the bearer. */
export async function download(path: string): Promise<Blob> {
  const response = await authorizedFetch(new Request(new URL(path, window.location.origin)));
  if (!response.ok) throw toApiError(await response.json().catch(() => null), response);
  return response.blob();
}
