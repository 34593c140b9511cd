import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { api, download, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";
import { saveAs } from "@/lib/saveAs";
import { useTopic, useTopicPatch } from "@/live";
import { latest } from "@/shared/orders/order";
import type { Order, OrderState } from "@/shared/orders/types";
import { useBusiness } from "../api";
import { companyTopic } from "../live/companyTopic";
import { showNotice } from "./hooks/useNotice";
import { COLUMNS } from "./model/board";
import { type Filters, listQuery } from "./model/filters";
import { nextOlder, OLDER_PAGE, withOrder } from "./model/liveOrders";

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

/** Open orders of the company of the signed-in member, live. */
export function useOwnOrders() {
  const { data } = useBusiness();
  const { state } = useCompanyStream(data?.company?.id);
  return state?.orders.open;
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
    queryFn: async () => latest(queries.getQueryData<Order>(oneKey(id)), await readOrder(id)),
  });
}

/** Shows a newer version of an order on its page, and reads the lists again. */
export function showOrder(queries: QueryClient, order: Order): void {
  queries.setQueryData<Order>(oneKey(order.id), (known) => latest(known, order));
  rereadLists(queries);
}

export function rereadLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LIST });
}

export interface Step {
  order: Order;
  state: OrderState;
  promised_at?: string;
  reason?: string;
}

/** Moves an order on. If a colleague was first, the new state of the order is shown with a notice. */
export function useOrderStep(company: number) {
  const queries = useQueryClient();
  const me = useUser()?.id;
  const patch = useTopicPatch(`orders:${company}`, companyTopic);
  const show = (changed: Order) => {
    showOrder(queries, changed);
    patch((state) => ({ ...state, orders: withOrder(state.orders, changed) }));
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
    onSuccess({ data }, { state }) {
      show(data);
      const other = state === "accepted" && data.handled_by?.id !== me ? data.handled_by?.name : null;
      showNotice(other ? { kind: "taken", code: data.code, name: other } : null);
    },
    async onError(error, { order }) {
      const conflict = error instanceof ApiError && error.status === 409;
      if (!conflict) return showNotice({ kind: "failed", offline: isOffline(error) });
      const changed = await readOrder(order.id).catch(() => null);
      if (!changed) return showNotice({ kind: "failed", offline: true });
      show(changed);
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
      for (const { id } of orders) {
        const params = { path: { order_id: id } };
        try {
          const path = "/api/v1/userprofessional/orders/{order_id}/state/";
          showOrder(queries, (await unwrap(api.PUT(path, { params, body: { state } }))).data);
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
export function useReturnStep({ id }: Order, return_id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyReturnForm) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/orders/{order_id}/returns/{return_id}/", {
          params: { path: { order_id: id, return_id } },
          body,
        }),
      ),
    onSuccess: ({ data }) => showOrder(queries, data),
    onError: () => void queries.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

/** Pays a part of an order back. After a refusal the order is read again: a colleague may have been first. */
export function useRefund({ id }: Order) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RefundForm) =>
      unwrap(
        api.POST("/api/v1/userprofessional/orders/{order_id}/refund/", {
          params: { path: { order_id: id } },
          body,
        }),
      ),
    onSuccess: ({ data }) => showOrder(queries, data),
    onError: () => void queries.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

/** Changes the time that the customer is told. */
export function usePromise({ id }: Order) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (promised_at: string) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/orders/{order_id}/promise/", {
          params: { path: { order_id: id } },
          body: { promised_at },
        }),
      ),
    onSuccess: ({ data }) => showOrder(queries, data),
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
