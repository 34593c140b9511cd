import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";

const MAX_RETRIES = 3;

/** A refusal is final; only what may pass by itself (network, overload) is tried again. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiError) || error.transient),
      },
      mutations: { retry: false },
    },
  });
}
