import {
  keepPreviousData,
  type Query,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { api, download, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { type Page, toPage } from "@/api/pagination";
import type { components } from "@/api/schema";
import { saveAs } from "@/lib/saveAs";
import { useTopic, useTopicPatch } from "@/live";
import { latest } from "@/shared/orders/order";
import type { Order, OrderState } from "@/shared/orders/types";
import { companyTopic } from "../live/companyTopic";
import { showNotice, withdrawNotice } from "./hooks/useNotice";
import { COLUMNS } from "./model/board";
import { type Filters, type ListQuery, listQuery, movesRows } from "./model/filters";
import { nextOlder, OLDER_PAGE, withOrder, withUnconfirmed } from "./model/liveOrders";

type CompanyReturnForm = components["schemas"]["CompanyReturnForm"];
type RefundForm = components["schemas"]["RefundForm"];

const LIST = ["business-orders", "list"] as const;
const oneKey = (id: number) => ["business-orders", "one", id] as const;
/** Steps of orders that are being sent. */
export const stepKey = ["business-orders", "step"] as const;

export const PER_PAGE = 50;

const readOrder = async (id: number): Promise<Order> => {
  const params = { path: { order_id: id } };
  return (await unwrap(api.GET("/api/v1/userprofessional/orders/{order_id}/", { params }))).data;
};

export const pauseKey = ["business-orders", "pause"] as const;

export const readPause = async () => (await unwrap(api.GET("/api/v1/userprofessional/store/pause/"))).data;

/** Pauses the company for these minutes from now. 0 ends the pause. */
export const setPause = async (minutes: number) =>
  (await unwrap(api.PUT("/api/v1/userprofessional/store/pause/", { body: { minutes } }))).data;

/** Stream of a company, shared by its screens. */
export const useCompanyStream = (company: number | undefined) =>
  useTopic(company === undefined ? null : `orders:${company}`, companyTopic);

/** Number of new orders on the board. */
export async function readNewCount(): Promise<number> {
  const { open } = (await unwrap(api.GET("/api/v1/userprofessional/dashboard/"))).data;
  return open.find(({ state }) => state === "new")?.count ?? 0;
}

export function useOrders(filters: Filters, zone: string) {
  const query = { ...listQuery(filters, zone), per_page: PER_PAGE };
  return useQuery({
    queryKey: [...LIST, query],
    queryFn: async () =>
      toPage(await unwrap(api.GET("/api/v1/userprofessional/orders/", { params: { query } }))),
    placeholderData: keepPreviousData,
  });
}

/** Reads all open orders that were placed before a time, page by page. Some may come twice. */
export async function readOlderOrders(from: string | undefined, signal: AbortSignal): Promise<Order[]> {
  const orders: Order[] = [];
  let to = from;
  do {
    const query = { status: COLUMNS.join(","), per_page: OLDER_PAGE, ...(to && { to }) };
    const call = api.GET("/api/v1/userprofessional/orders/", { params: { query }, signal });
    const { items } = toPage(await unwrap(call));
    orders.push(...items);
    to = nextOlder(items, to);
  } while (to);
  return orders;
}

export function useOrder(id: number) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: oneKey(id),
    async queryFn() {
      const order = await readOrder(id);
      // An event may have come meanwhile.
      return latest(queries.getQueryData<Order>(oneKey(id)), order);
    },
  });
}

/**
 * Shows a newer version of an order on its page and in the lists. Returns true if it may move rows of a list in view: the lists
 * must then be read again. `before` is the version before, as in `movesRows`.
 */
export function showOrder(queries: QueryClient, order: Order, before: Order | null | undefined): boolean {
  const key = oneKey(order.id);
  // A page that is being read takes the newer version. Other orders get no entry: a board sees thousands in a day.
  if (queries.getQueryState(key)) {
    queries.setQueryData<Order>(key, (known) => latest(known, order));
  }
  // A list that is out of view is read again when it is opened.
  void queries.invalidateQueries({ queryKey: LIST, type: "inactive", refetchType: "none" });
  const lists = queries.getQueryCache().findAll({ queryKey: LIST, type: "active" });
  return lists.filter((list) => showInList(queries, list, order, before)).length > 0;
}

function showInList(
  queries: QueryClient,
  { queryKey, state }: Query,
  order: Order,
  before: Order | null | undefined,
): boolean {
  const page = state.data as Page<Order> | undefined;
  const row = page?.items.find(({ id }) => id === order.id);
  if (page && row && latest(row, order) === order) {
    const items = page.items.map((one) => (one === row ? order : one));
    queries.setQueryData<Page<Order>>(queryKey, { ...page, items }, { updatedAt: state.dataUpdatedAt });
  }
  // The answer that is on its way may hold the version before.
  const isRead = state.fetchStatus === "fetching";
  return isRead || movesRows(queryKey[LIST.length] as ListQuery, row ?? before, order);
}

export function rereadLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LIST });
}

/** Reads all again that shows orders: changes may be missing. */
export function rereadOrders(queries: QueryClient): void {
  rereadLists(queries);
  void queries.invalidateQueries({ queryKey: ["business-orders", "one"] });
}

/** Shows the answer to an own change. */
function showAnswer(queries: QueryClient, order: Order, before: Order): void {
  if (showOrder(queries, order, before)) rereadLists(queries);
}

export interface Step {
  order: Order;
  state: OrderState;
  promised_at?: string;
  reason?: string;
}

/**
 * Moves an order on. The step is shown at once, without steps after it, and taken back if it fails. A cancellation, which pays
 * money back, waits for the server. If a colleague was first, the new state of the order is shown with a notice.
 */
export function useOrderStep(company: number) {
  const queries = useQueryClient();
  const me = useUser()?.id;
  const patch = useTopicPatch(`orders:${company}`, companyTopic);
  const show = (changed: Order, before: Order) => {
    showAnswer(queries, changed, before);
    patch((state) => ({ ...state, orders: withOrder(state.orders, changed) }));
  };
  const showUnconfirmed = (order: Order) => {
    queries.setQueryData<Order>(oneKey(order.id), (known) =>
      known?.changed_at === order.changed_at ? order : known,
    );
    patch((state) => ({ ...state, orders: withUnconfirmed(state.orders, order) }));
  };
  return useMutation({
    mutationKey: stepKey,
    // The notice above the orders says it.
    meta: { answersOffline: true },
    mutationFn: ({ order, ...body }: Step) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/orders/{order_id}/state/", {
          params: { path: { order_id: order.id } },
          body,
        }),
      ),
    onMutate({ order, state, promised_at = order.promised_at }) {
      if (state !== "cancelled") showUnconfirmed({ ...order, state, promised_at, next: [] });
    },
    onSuccess({ data }, { order, state }) {
      show(data, order);
      const other = state === "accepted" && data.handled_by?.id !== me ? data.handled_by?.name : null;
      if (other) showNotice({ kind: "taken", code: data.code, name: other });
      else withdrawNotice(data.code);
    },
    async onError(error, { order }) {
      const conflict = error instanceof ApiError && error.status === 409;
      const changed = conflict ? await readOrder(order.id).catch(() => null) : null;
      if (!changed) {
        showUnconfirmed(order);
        return showNotice({ kind: "failed", code: order.code, offline: conflict || isOffline(error) });
      }
      show(changed, order);
      showNotice({ kind: "conflict", code: changed.code, state: changed.state });
    },
  });
}

/** Moves several orders on, one after the other. */
export function useBulkSteps() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: stepKey,
    async mutationFn({ orders, state }: { orders: readonly Order[]; state: OrderState }) {
      let failed = 0;
      for (const order of orders) {
        const params = { path: { order_id: order.id } };
        try {
          const path = "/api/v1/userprofessional/orders/{order_id}/state/";
          showOrder(queries, (await unwrap(api.PUT(path, { params, body: { state } }))).data, order);
        } catch {
          failed += 1;
        }
      }
      return { done: orders.length - failed, failed };
    },
    onSettled: () => rereadLists(queries),
  });
}

/** Moves a return of an order on. */
export function useReturnStep(order: Order, return_id: number) {
  const { id } = order;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyReturnForm) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/orders/{order_id}/returns/{return_id}/", {
          params: { path: { order_id: id, return_id } },
          body,
        }),
      ),
    onSuccess: ({ data }) => showAnswer(queries, data, order),
    onError: () => void queries.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

/** Pays a part of an order back. After a refusal the order is read again: a colleague may have been first. */
export function useRefund(order: Order) {
  const { id } = order;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RefundForm) =>
      unwrap(
        api.POST("/api/v1/userprofessional/orders/{order_id}/refund/", {
          params: { path: { order_id: id } },
          body,
        }),
      ),
    onSuccess: ({ data }) => showAnswer(queries, data, order),
    onError: () => void queries.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

/** Changes the time that the customer is told. */
export function usePromise(order: Order) {
  const { id } = order;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (promised_at: string) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/orders/{order_id}/promise/", {
          params: { path: { order_id: id } },
          body: { promised_at },
        }),
      ),
    onSuccess: ({ data }) => showAnswer(queries, data, order),
    onError: () => void queries.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

/** Downloads the orders that the filters select. */
export function useExportOrders(zone: string) {
  return useMutation({
    mutationFn: async (filters: Filters) => {
      const { page: _page, sort: _sort, direction: _direction, ...query } = listQuery(filters, zone);
      const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
      saveAs(await download(`/api/v1/userprofessional/orders/export/?${search}`), "orders.csv");
    },
  });
}

const isOffline = (error: Error): boolean => error instanceof ApiError && error.code === "network";

export function useReasons(enabled: boolean) {
  return useQuery({
    queryKey: ["business-orders", "reasons"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/pro-cancellation-reasons/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}
