/** A refusal of the server, or of the way to it (`code` is then `network`, `status` 0). */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** Refused fields, by the name the server gave them. */
  readonly fields: Readonly<Record<string, string[]>>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  /** Amount that applies now, in minor units, where a price has changed. */
  readonly amount: number | null;

  constructor(init: {
    code: string;
    message: string;
    status: number;
    fields?: Record<string, string[]>;
    requestId?: string | null;
    retryAfterMs?: number | null;
    amount?: number | null;
  }) {
    super(init.message);
    this.name = "ApiError";
    this.code = init.code;
    this.status = init.status;
    this.fields = init.fields ?? {};
    this.requestId = init.requestId ?? null;
    this.retryAfterMs = init.retryAfterMs ?? null;
    this.amount = init.amount ?? null;
  }

  /** Trying again later may help: nothing was wrong with what was asked. */
  get transient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The server makes its search index; the search can be asked for again soon. */
export const isPreparing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "search.preparing";

interface ErrorEnvelope {
  message?: unknown;
  code?: unknown;
  errors?: unknown;
  amount?: unknown;
}

export const WENT_WRONG = "Something went wrong";
/** The call needs a token, and none is stored here. */
const NOT_SIGNED_IN = "Authentication details missing.";

export function toApiError(body: unknown, response: Response): ApiError {
  const refusal: ErrorEnvelope = typeof body === "object" && body !== null ? body : {};
  const retryAfter = Number(response.headers.get("retry-after"));
  const code = typeof refusal.code === "string" ? refusal.code : `http.${response.status}`;
  const message = typeof refusal.message === "string" && refusal.message ? refusal.message : WENT_WRONG;
  return new ApiError({
    status: response.status,
    code,
    message: code === "unauthenticated" ? NOT_SIGNED_IN : message,
    fields: fieldsOf(refusal.errors),
    requestId: response.headers.get("x-request-id"),
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : null,
    amount: typeof refusal.amount === "number" ? refusal.amount : null,
  });
}

function fieldsOf(errors: unknown): Record<string, string[]> {
  if (typeof errors !== "object" || errors === null) return {};
  const entries = Object.entries(errors).map(
    ([field, texts]) => [field, [texts].flat().map(String)] as const,
  );
  return Object.fromEntries(entries);
}

export function networkError(cause: unknown): ApiError {
  const error = new ApiError({ status: 0, code: "network", message: WENT_WRONG });
  error.cause = cause;
  return error;
}
