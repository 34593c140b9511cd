import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Takes back what was shown before the server confirmed it. */
export type TakeBack = () => void;

/** Shows a change of loaded data before the server confirms it. Without a network the stored data cannot be read again. */
export function showEarly<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): TakeBack {
  const before = queries.getQueryData<Data>(queryKey);
  queries.setQueryData<Data>(queryKey, (data) => data && change(data));
  return () => queries.setQueryData<Data>(queryKey, before);
}
