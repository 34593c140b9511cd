import { MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { rereadAccount } from "./company";
import { ApiError, isPreparing } from "./errors";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** The change has an answer of its own for a failure of the network. */
      answersOffline?: boolean;
    };
  }
}

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

/** Loads again what failed because the server was out of reach. A list that only lacks its next page asks for that itself. */
export function reloadFailed(queries: QueryClient): void {
  const hasFailed = ({ state }: Query) =>
    state.error !== null && mayPass(state.error) && !state.fetchMeta?.fetchMore;
  void queries.refetchQueries({ type: "active", predicate: hasFailed }, { cancelRefetch: false });
}

/** Key of the account's role in its company. */
export const BUSINESS_KEY = ["business"] as const;

/**
 * A refusal is final; only what may pass by itself (network, overload) is tried again. A change of data without a network
 * fails at once: `onUnreachable` says so before the handlers of the change run, and its screen takes back what it has shown.
 */
export function makeQueryClient(onUnreachable: (failure: Error) => void = () => {}): QueryClient {
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
      onError(error, _variables, _context, { meta }) {
        onError(error);
        const isUnreachable = error instanceof ApiError && error.code === "network";
        if (isUnreachable && !meta?.answersOffline) onUnreachable(error);
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
