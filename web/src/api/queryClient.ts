import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";

const MAX_RETRIES = 3;

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
        retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiError) || error.transient),
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
