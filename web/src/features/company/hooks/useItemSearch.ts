import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OfferingKind } from "@/shared/offering/types";
import { itemsKey, readItems } from "../api";
import { countItems, searchSections } from "../model/sections";
import type { CompanyDetails, OfferingSections } from "../types";

const NONE: OfferingSections = { sections: [], total: 0 };

/** Searches the offerings of one kind: on the device if `all` has each of them, else on the server, which lists the first only. */
export function useItemSearch(
  { id }: CompanyDetails,
  kind: OfferingKind,
  all: OfferingSections = NONE,
  query: string,
) {
  const typed = query.trim();
  const [settled] = useDebouncedValue(typed, 200);
  const words = typed && settled;
  const isCut = all.total > countItems(all.sections);
  const answer = useQuery({
    queryKey: itemsKey(id, kind, words),
    queryFn: () => readItems(id, kind, words),
    enabled: isCut && words !== "",
    placeholderData: keepPreviousData,
  });
  if (!isCut) {
    const sections = searchSections(all.sections, query);
    return { sections, total: countItems(sections), isReading: false, isFailed: false, retry() {} };
  }
  const isFailed = answer.isLoadingError;
  return {
    ...(isFailed ? NONE : (answer.data ?? all)),
    /** The sections are those of an earlier query. */
    isReading: words !== typed || answer.isPending || answer.isPlaceholderData,
    isFailed,
    retry: () => void answer.refetch(),
  };
}
