import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { findCompanies } from "./api";

/** Companies shown below people. */
const SHOWN = 5;

/** Searches companies by name, category or town while the query is typed. Nothing is found without a query. */
export function useCompanies(text: string, shown = SHOWN) {
  const [query] = useDebouncedValue(text.trim(), 200);
  const found = useQuery({
    queryKey: ["companies", "found", query, shown],
    queryFn: () => findCompanies(query, shown),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  return { ...found, companies: query === "" ? [] : (found.data ?? []) };
}
