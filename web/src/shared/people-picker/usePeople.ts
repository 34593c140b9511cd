import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { pageParams } from "@/api/pagination";
import { readPeople } from "./api";

/** Searches people by name while the query is typed. */
export function usePeople(text: string) {
  const [query] = useDebouncedValue(text.trim().replace(/^@/, ""), 200);
  const pages = useInfiniteQuery({
    queryKey: ["people-picker", query],
    queryFn: ({ pageParam }) => readPeople(query, pageParam),
    ...pageParams,
    placeholderData: keepPreviousData,
  });
  return { ...pages, people: pages.data?.pages.flatMap(({ items }) => items) ?? [], query };
}
