import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type Page, pageParams } from "@/api/pagination";

/** Reads a list page by page. `keep` shows what was read before while another key is read. */
export function usePages<P extends Page<unknown>>(
  key: readonly unknown[],
  read: (page: number) => Promise<P>,
  keep = false,
) {
  return useInfiniteQuery({
    ...pageParams,
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}
