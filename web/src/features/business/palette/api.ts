import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema";
import type { Order } from "@/shared/orders/types";
import type { SearchedGroup } from "./model/entries";

type Schemas = components["schemas"];

const MAX_ROWS = 5;

/** Rows of each group that was searched. */
export interface Rows {
  orders?: readonly Order[];
  customers?: readonly Schemas["Customer"][];
  offerings?: readonly Schemas["OwnOfferingRow"][];
}

export interface Answer {
  rows: Rows;
  /** Groups that could not be searched. */
  failed: readonly SearchedGroup[];
}

type Read = (query: string, signal: AbortSignal) => Promise<Rows>;

const paramsOf = (query: string) => ({ query: { query, per_page: MAX_ROWS } });

const READ: Record<SearchedGroup, Read> = {
  orders: async (query, signal) => {
    const call = api.GET("/api/v1/userprofessional/orders/", { params: paramsOf(query), signal });
    return { orders: (await unwrap(call)).data };
  },
  customers: async (query, signal) => {
    const call = api.GET("/api/v1/userprofessional/customers/", { params: paramsOf(query), signal });
    return { customers: (await unwrap(call)).data };
  },
  offerings: async (query, signal) => {
    const call = api.GET("/api/v1/userprofessional/catalogue/offerings/", {
      params: paramsOf(query),
      signal,
    });
    return { offerings: (await unwrap(call)).data };
  },
};

/**
 * Searches the groups at once, so that no row moves while one is chosen. Fails if no group answers, and also if one is refused: the
 * role has changed, and is then read again.
 */
async function search(groups: readonly SearchedGroup[], query: string, signal: AbortSignal): Promise<Answer> {
  const answers = await Promise.allSettled(groups.map((group) => READ[group](query, signal)));
  const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  const refused = errors.find((error) => error instanceof ApiError && error.code === "not_allowed");
  if (refused || errors.length === groups.length) throw refused ?? errors[0];
  return {
    rows: Object.assign({}, ...answers.map((answer) => (answer.status === "fulfilled" ? answer.value : {}))),
    failed: groups.filter((_, at) => answers[at]?.status === "rejected"),
  };
}

/** Answer to the latest query. Until it is there, that of a query which it goes on from. An empty query asks nothing. */
export function useAnswer(groups: readonly SearchedGroup[], query: string) {
  return useQuery({
    queryKey: ["business-palette", "answer", groups, query] as const,
    queryFn: ({ signal }) => search(groups, query, signal),
    enabled: query !== "" && groups.length > 0,
    placeholderData: (previous, before) =>
      before && goesOn(before.queryKey[3], query) ? previous : undefined,
    // Orders come in all the time.
    staleTime: 0,
    retry: false,
  });
}

/** Returns true if one text is the beginning of the other: typing, or deleting, goes on. */
const goesOn = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
