import type { QueryClient } from "@tanstack/react-query";
import { BOOKING_QUERIES } from "@/shared/booking/model/bookingQueries";
import { COMMENTS_KEY } from "@/shared/reels/feeds";
import { SEARCH_KEY } from "@/shared/search/searchKey";

const SHOWING_PEOPLE = [["people"], COMMENTS_KEY, SEARCH_KEY, BOOKING_QUERIES.home] as const;

/** Reads again all that shows people: a block changes who is shown. */
export const rereadPeople = (queries: QueryClient): Promise<unknown> =>
  Promise.all(SHOWING_PEOPLE.map((queryKey) => queries.invalidateQueries({ queryKey })));
