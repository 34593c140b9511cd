import { useInfiniteQuery } from "@tanstack/react-query";
import { type Page, pageParams } from "@/api/pagination";

/** Reads a list page by page. */
export function usePages<P extends Page<unknown>>(
  key: readonly unknown[],
  read: (page: number) => Promise<P>,
) {
  return useInfiniteQuery({
    ...pageParams,
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
  });
}
