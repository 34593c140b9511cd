import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { rereadAccount } from "./company";
import { ApiError, isPreparing } from "./errors";

const MAX_RETRIES = 3;
const LONGEST_PAUSE_MS = 30_000;

const mayPass = (error: Error) => !(error instanceof ApiError) || error.transient;

/** A search waits for its index, however long that takes to be made. */
const retry = (count: number, error: Error): boolean =>
  isPreparing(error) || (count < MAX_RETRIES && mayPass(error));

const pauseOf = (count: number, error: Error): number =>
  isPreparing(error) && error instanceof ApiError && error.retryAfterMs !== null
    ? error.retryAfterMs
    : Math.min(1_000 * 2 ** count, LONGEST_PAUSE_MS);

/** Key of the account's role in its company. */
export const BUSINESS_KEY = ["business"] as const;

/**
 * A refusal is final; only what may pass by itself (network, overload) is tried again. A change of data without a network
 * fails at once: `onUnreachable` says so, and its screen takes back what it has shown.
 */
export function makeQueryClient(onUnreachable: () => void = () => {}): QueryClient {
  const onError = (error: Error) => {
    // The role has changed, or the company has closed, since the page was opened. The page then tells it in place.
    if (error instanceof ApiError && error.code === "not_allowed") {
      void client.invalidateQueries({ queryKey: BUSINESS_KEY });
    }
    // The account has switched to another company since the page was opened.
    if (error instanceof ApiError && error.code === "business.other_company") {
      rereadAccount().catch(() => {});
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError(error) {
        onError(error);
        if (error instanceof ApiError && error.code === "network") onUnreachable();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry,
        retryDelay: pauseOf,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
