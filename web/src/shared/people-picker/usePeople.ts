import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { readPeople } from "@/features/messages/api";

/** People by page, as their names are typed. */
export function usePeople(text: string) {
  const [query] = useDebouncedValue(text.trim().replace(/^@/, ""), 200);
  const pages = useInfiniteQuery({
    queryKey: ["messages", "people", query],
    queryFn: ({ pageParam }) => readPeople(query, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ more }, _all, last) => (more ? last + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  return { ...pages, people: pages.data?.pages.flatMap(({ items }) => items) ?? [], query };
}
