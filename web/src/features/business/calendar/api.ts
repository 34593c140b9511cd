import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import { useReread } from "@/lib/useReread";
import { useAvailabilityEvents } from "@/shared/booking/hooks/useAvailabilityEvents";
import { ROOT as CATALOGUE, type NightRate } from "../catalogue/api";
import { rereadSlots } from "../reservations/api";

type Schemas = components["schemas"];

export type Calendar = DeepRequired<Schemas["CompanyCalendar"]>;
export type Change = Calendar["changes"][number];
export type Occurrence = Calendar["occurrences"][number];
export type Room = Calendar["rooms"][number];
export type BlockForm = Schemas["TimeBlockForm"];

const ROOT = ["business-calendar"] as const;
const BLOCKS = "/api/v1/userprofessional/calendar/blocks/";

/** Calendar of the company from one date to another, kept up to date. */
export function useCalendar(company: number, from: string, to: string) {
  const queries = useQueryClient();
  const reread = useReread(() => void refresh(queries));
  useAvailabilityEvents(company, { onEvent: reread, onGap: reread });
  return useQuery({
    queryKey: [...ROOT, from, to],
    queryFn: async () =>
      asDeepRequired(
        (await unwrap(api.GET("/api/v1/userprofessional/calendar/", { params: { query: { from, to } } })))
          .data,
      ),
    placeholderData: keepPreviousData,
  });
}

/** Reads again all that shows times: blocks change what may be booked. */
async function refresh(queries: QueryClient): Promise<void> {
  rereadSlots(queries);
  void queries.invalidateQueries({ queryKey: CATALOGUE });
  await queries.invalidateQueries({ queryKey: ROOT });
}

function show(queries: QueryClient, update: (changes: Change[]) => Change[]): void {
  queries.setQueriesData<Calendar>(
    { queryKey: ROOT },
    (calendar) => calendar && { ...calendar, changes: update(calendar.changes) },
  );
}

export function useBlockChanges() {
  const queries = useQueryClient();
  const onSettled = () => void refresh(queries);
  return {
    create: useMutation({
      mutationFn: async (body: BlockForm) => asDeepRequired((await unwrap(api.POST(BLOCKS, { body }))).data),
      onSuccess: (added: Change[]) => show(queries, (changes) => [...changes, ...added]),
      onSettled,
    }),
    change: useMutation({
      mutationFn: async ({ id, body }: { id: number; body: BlockForm }) =>
        asDeepRequired(
          (await unwrap(api.PUT(`${BLOCKS}{block_id}/`, { params: { path: { block_id: id } }, body }))).data,
        ),
      onSuccess: (changed: Change) =>
        show(queries, (changes) => changes.map((one) => (one.id === changed.id ? changed : one))),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (ids: number[]) => unwrap(api.POST(`${BLOCKS}delete/`, { body: { ids } })),
      onSuccess: (_, ids) => show(queries, (changes) => changes.filter(({ id }) => !ids.includes(id))),
      onSettled,
    }),
  };
}

const OFFERING = "/api/v1/userprofessional/catalogue/offerings/{offering_id}/";

interface RatesChange {
  offering: number;
  change: (rates: readonly NightRate[]) => NightRate[];
}

/** Changes the rates that a room has at that moment. Resolves with those from before. */
export function useRatesChange() {
  const queries = useQueryClient();
  return useMutation({
    // One after the other: each changes what the one before has stored.
    scope: { id: "night-rates" },
    mutationFn: async ({ offering, change }: RatesChange) => {
      const params = { path: { offering_id: offering } };
      const { data } = await unwrap(api.GET(OFFERING, { params }));
      const before: NightRate[] = data.night_rates;
      await unwrap(api.PUT(`${OFFERING}night-rates/`, { params, body: { rates: change(before) } }));
      return before;
    },
    onSettled: () => refresh(queries),
  });
}
