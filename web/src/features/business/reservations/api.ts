import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, download, unwrap } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import { saveAs } from "@/lib/saveAs";
import { useBusiness } from "../api";
import type { CompanyState } from "./model/actions";
import { instant, plusDays, today } from "./model/dates";
import { type Filters, selectionOf, TAB_KEYS, TABS, type Tab } from "./model/filters";
import type { Availability, BookingForm, OfferingCard, Reservation } from "./types";

const LIST = ["reservations", "list"] as const;
const DAY = ["reservations", "day"] as const;
const COUNT = ["reservations", "count"] as const;
const SLOTS = ["reservations", "slots"] as const;
const oneKey = (id: number) => ["reservations", "one", id] as const;

export const PER_PAGE = 50;
const PER_PAGE_MAX = 100;
/** Reservations of one print, at most: five requests. */
const PRINT_MAX = 5 * PER_PAGE_MAX;

type ListQuery = ReturnType<typeof selectionOf> & { page?: number; per_page?: number };

const readPage = async (query: ListQuery): Promise<Page<Reservation>> =>
  toPage(await unwrap(api.GET("/api/v1/userprofessional/reservations/", { params: { query } })));

/** Reads page after page, until there are `max`. The total counts all. */
async function readAll(query: ListQuery, max = Number.POSITIVE_INFINITY) {
  const all: Reservation[] = [];
  for (let page = 1; ; page++) {
    const { items, more, total } = await readPage({ ...query, page, per_page: PER_PAGE_MAX });
    all.push(...items);
    if (!more || all.length >= max) return { items: all, total };
  }
}

/** Company of the signed-in member as visitors see it, with its time zone and rules. */
export function useCompany() {
  const { data: business, error, refetch } = useBusiness();
  const id = business?.company?.id;
  const details = useQuery({
    queryKey: ["reservations", "company", id],
    queryFn: async () =>
      (
        await unwrap(
          api.GET("/api/v1/users/company/{company_id}/details/", {
            params: { path: { company_id: String(id) } },
          }),
        )
      ).data,
    enabled: id !== undefined,
  });
  return {
    company: details.data,
    isError: error !== null || details.isError,
    retry: () => void (error ? refetch() : details.refetch()),
  };
}

const countAll = async (query: ListQuery) => (await readPage({ ...query, page: 1, per_page: 1 })).total;

/** Page that holds the first reservation from today on, or the last one. */
async function pageOfToday(query: ListQuery, zone: string): Promise<number> {
  const [past, all] = await Promise.all([
    countAll({ ...query, to: instant(zone, today(zone)) }),
    countAll(query),
  ]);
  return Math.max(1, Math.min(Math.floor(past / PER_PAGE) + 1, Math.ceil(all / PER_PAGE)));
}

/** Reads a page of the list, with its number. */
export function useReservations(filters: Filters, zone: string) {
  const query = selectionOf(filters, zone);
  const isAnyDate = filters.from === null && filters.to === null;
  return useQuery({
    queryKey: [...LIST, query, filters.page],
    queryFn: async () => {
      const page = filters.page ?? (isAnyDate ? await pageOfToday(query, zone) : 1);
      return { ...(await readPage({ ...query, page, per_page: PER_PAGE })), page };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads the reservations of all pages for a print. */
export const usePrintList = (zone: string) =>
  useMutation({ mutationFn: (filters: Filters) => readAll(selectionOf(filters, zone), PRINT_MAX) });

/** Downloads the reservations of all pages. */
export const useExportReservations = (zone: string) =>
  useMutation({
    mutationFn: async (filters: Filters) => {
      const search = new URLSearchParams(selectionOf(filters, zone));
      saveAs(await download(`/api/v1/userprofessional/reservations/export/?${search}`), "reservations.csv");
    },
  });

/** Number of reservations in each tab, for the other filters. */
export function useCounts({ query, from, to }: Filters, zone: string) {
  return useQuery({
    queryKey: [...COUNT, query, from, to, zone],
    queryFn: async () => {
      const count = async (tab: Tab) =>
        [tab, await countAll(selectionOf({ tab, query, from, to }, zone))] as const;
      return Object.fromEntries(await Promise.all(TAB_KEYS.map(count))) as Record<Tab, number>;
    },
    placeholderData: keepPreviousData,
  });
}

/** Days before a date from which a reservation may last into it. */
const LASTS_DAYS: Partial<Record<Availability, number>> = { nights: 30, occurrence: 30 };
const DAY_STATES = ["awaiting_company", ...TABS.confirmed, "no_show"].join(",");

/** Reservations that take place on a date. */
export const useDay = (date: string, zone: string, offerings: readonly OfferingCard[] | undefined) =>
  useDays(date, date, zone, offerings);

/** Reservations that take place from one date to another. */
export function useDays(
  first: string,
  last: string,
  zone: string,
  offerings: readonly OfferingCard[] | undefined,
) {
  const before = Math.max(1, ...(offerings ?? []).map(({ availability }) => LASTS_DAYS[availability] ?? 1));
  const query = {
    page: 1,
    state: DAY_STATES,
    from: instant(zone, plusDays(first, -before)),
    to: instant(zone, plusDays(last, 1)),
  };
  return useQuery({
    queryKey: [...DAY, query],
    queryFn: async () => (await readAll(query)).items,
    enabled: offerings !== undefined,
  });
}

export function useReservation(id: number) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: oneKey(id),
    queryFn: async () =>
      (
        await unwrap(
          api.GET("/api/v1/userprofessional/reservations/{booking_id}/", {
            params: { path: { booking_id: id } },
          }),
        )
      ).data,
    placeholderData: () => knownReservation(queries, id),
  });
}

function knownReservation(queries: QueryClient, id: number): Reservation | undefined {
  const pages = queries.getQueriesData<Page<Reservation>>({ queryKey: LIST });
  const days = queries.getQueriesData<Reservation[]>({ queryKey: DAY });
  const all = [...pages.map(([, page]) => page?.items), ...days.map(([, day]) => day)];
  return all.flatMap((items) => items ?? []).find((one) => one.id === id);
}

/** Shows a changed reservation wherever it is listed, then reads the lists again. */
export function showReservation(queries: QueryClient, changed: Reservation): void {
  const replace = (items: Reservation[]) => items.map((one) => (one.id === changed.id ? changed : one));
  queries.setQueryData(oneKey(changed.id), changed);
  queries.setQueriesData<Page<Reservation>>(
    { queryKey: LIST },
    (page) => page && { ...page, items: replace(page.items) },
  );
  queries.setQueriesData<Reservation[]>({ queryKey: DAY }, (items) => items && replace(items));
  rereadLists(queries);
}

export function rereadLists(queries: QueryClient): void {
  for (const queryKey of [LIST, DAY, COUNT, SLOTS]) void queries.invalidateQueries({ queryKey });
}

/** Reads the free times again: a change of the rules moves them. */
export const rereadSlots = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: SLOTS });

export function useReservationChanges(id: number) {
  const queries = useQueryClient();
  const params = { path: { booking_id: id } };
  const onSuccess = ({ data }: { data: Reservation }) => showReservation(queries, data);
  const onError = () => {
    for (const queryKey of [oneKey(id), SLOTS]) void queries.invalidateQueries({ queryKey });
  };
  const setState = useMutation({
    mutationFn: (body: { state: CompanyState; note: string }) =>
      unwrap(api.PUT("/api/v1/userprofessional/reservations/{booking_id}/state/", { params, body })),
    onSuccess,
    onError,
  });
  const setNote = useMutation({
    mutationFn: (note: string) =>
      unwrap(api.PUT("/api/v1/userprofessional/reservations/{booking_id}/note/", { params, body: { note } })),
    onSuccess,
  });
  const move = useMutation({
    mutationFn: (body: BookingForm) =>
      unwrap(api.PUT("/api/v1/userprofessional/reservations/{booking_id}/move/", { params, body })),
    onSuccess,
    onError,
  });
  return { setState, setNote, move };
}

export function useAddWalkIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BookingForm) => unwrap(api.POST("/api/v1/userprofessional/reservations/", { body })),
    onSuccess: ({ data }) => showReservation(queries, data),
    onError: () => void queries.invalidateQueries({ queryKey: SLOTS }),
  });
}

const BOUGHT: readonly Availability[] = ["stock", "unlimited"];

/** Offerings of the company that are booked for a time. */
export function useBookableOfferings(company: number) {
  return useQuery({
    queryKey: ["reservations", "offerings", company],
    queryFn: async () => {
      const all: OfferingCard[] = [];
      for (let page = 1; ; page++) {
        const query = { company_id: company, page, per_page: PER_PAGE_MAX };
        const { items, more } = toPage<OfferingCard>(
          await unwrap(api.GET("/api/v1/users/offerings/", { params: { query } })),
        );
        all.push(...items);
        if (!more) return all.filter(({ availability }) => !BOUGHT.includes(availability));
      }
    },
  });
}

interface DayQuery {
  date: string;
  members: number;
  /** Reservation that is moved: its own time and place count as free. */
  booking_id?: number;
}

const companyDay = (offering: number, query: DayQuery) => ({
  queryKey: [...SLOTS, offering, query],
  queryFn: async () =>
    (
      await unwrap(
        api.GET("/api/v1/userprofessional/offerings/{offering_id}/slots/", {
          params: { path: { offering_id: offering }, query },
        }),
      )
    ).data,
  staleTime: 0,
});

/** Times, places and classes that the company may book itself on a date. */
export const useCompanyDay = (offering: number, query: DayQuery) => useQuery(companyDay(offering, query));

/** Free and taken times of an offering on some dates. None without an offering. */
export const useOfferingSlots = (offering: number | null, dates: readonly string[]) =>
  useQueries({
    queries: offering === null ? [] : dates.map((date) => companyDay(offering, { date, members: 1 })),
    combine: (days) => days.flatMap(({ data }) => data?.slots ?? []),
  });
