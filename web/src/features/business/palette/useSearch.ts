import { useDebouncedValue } from "@mantine/hooks";
import { useAccess } from "../permissions";
import { useAnswer } from "./api";
import type { SearchedGroup } from "./model/entries";

const DEBOUNCE_MS = 200;
/** Characters from which the server is asked. */
const MIN_QUERY = 2;

/** Path that a member must be allowed to open to search a group. */
const PATHS: Record<SearchedGroup, string> = {
  orders: "/pro/orders",
  customers: "/pro/customers",
  offerings: "/pro/catalogue",
};
const SEARCHED = ["orders", "customers", "offerings"] as const;

/** Searches what the member may open while a text is typed. */
export function useSearch(text: string) {
  const access = useAccess();
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, DEBOUNCE_MS);
  const groups = SEARCHED.filter((group) => access(PATHS[group]) === "granted");
  const isAsked = typed.length >= MIN_QUERY && groups.length > 0;
  const answer = useAnswer(groups, isAsked && settled.length >= MIN_QUERY ? settled : "");
  const isOffline = isAsked && answer.isPaused;
  const isAnswered = settled === typed && !answer.isPlaceholderData && !answer.isPending;
  const isRetried = answer.isError && answer.isFetching;
  return {
    groups,
    /** Rows of the text, or of one that it goes on from while it is read. */
    answer: isAsked && !(isOffline && answer.isPlaceholderData) ? answer.data : undefined,
    /** More characters are needed. */
    isShort: typed.length < MIN_QUERY && groups.length > 0,
    isReading: isAsked && !isOffline && (!isAnswered || isRetried),
    isFailed: isAsked && isAnswered && answer.isError && !isRetried,
    isOffline,
    retry: () => void answer.refetch(),
  };
}
