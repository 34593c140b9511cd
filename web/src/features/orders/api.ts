import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import { latest, OPEN_STATES } from "@/shared/orders/order";
import type { Order, OrderLine, OrderState } from "@/shared/orders/types";

/** States of each tab, in the order of the tabs. */
export const TABS = {
  active: OPEN_STATES,
  fulfilled: ["fulfilled"],
  cancelled: ["cancelled"],
} as const satisfies Record<string, readonly OrderState[]>;

export type Tab = keyof typeof TABS;
export const TAB_KEYS = Object.keys(TABS) as Tab[];

export const orderKeys = {
  lists: ["orders", "list"] as const,
  one: (id: number) => ["orders", "one", id] as const,
};

const PER_PAGE = 20;

export async function readOrders(tab: Tab, page: number): Promise<Page<Order>> {
  const query = { status: TABS[tab].join(","), page, per_page: PER_PAGE };
  return toPage(await unwrap(api.GET("/api/v1/users/orders-new/", { params: { query } })));
}

export function useOrder(id: number) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: orderKeys.one(id),
    queryFn: async () => {
      const call = api.GET("/api/v1/users/orders/{order_id}/", { params: { path: { order_id: id } } });
      const { data } = await unwrap(call);
      return latest(queries.getQueryData<Order>(orderKeys.one(id)), data);
    },
  });
}

/** Shows a newer version of an order on its page and in the lists. A list that it enters or leaves is read again. */
export function showOrder(queries: QueryClient, order: Order, before: OrderState): void {
  queries.setQueryData<Order>(orderKeys.one(order.id), (known) => latest(known, order));
  for (const tab of TAB_KEYS) {
    const queryKey = [...orderKeys.lists, tab];
    showInList(queries, queryKey, order);
    if (isIn(tab, before) !== isIn(tab, order.state)) void queries.invalidateQueries({ queryKey });
  }
}

const isIn = (tab: Tab, state: OrderState): boolean => (TABS[tab] as readonly OrderState[]).includes(state);

function showInList(queries: QueryClient, queryKey: readonly string[], order: Order): void {
  const list = queries.getQueryState<InfiniteData<Page<Order>>>(queryKey);
  const row = list?.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === order.id);
  if (!list?.data || !row || row.changed_at === order.changed_at || latest(row, order) === row) return;
  const pages = list.data.pages.map((page) => ({
    ...page,
    items: page.items.map((one) => (one === row ? order : one)),
  }));
  queries.setQueryData(queryKey, { ...list.data, pages }, { updatedAt: list.dataUpdatedAt });
}

export function useCancelOrder({ id, state, refund_now }: Order) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      unwrap(
        api.POST("/api/v1/users/orders/cancel/{order_id}/", {
          params: { path: { order_id: id } },
          body: { reason, expected_refund: refund_now },
        }),
      ),
    onSuccess: ({ data }) => showOrder(queries, data, state),
    onError: () => void queries.invalidateQueries({ queryKey: orderKeys.one(id) }),
  });
}

/** Reasons that a customer chooses from. */
export function useCancellationReasons(enabled: boolean) {
  return useQuery({
    queryKey: ["orders", "reasons"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/pro-cancellation-reasons/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

/** Cancellation policies that a company has written. */
export function useCancellationPolicies(company: number, enabled: boolean) {
  return useQuery({
    queryKey: ["orders", "policies", company],
    queryFn: async () => {
      const params = { path: { company_id: String(company) } };
      const call = api.GET("/api/v1/users/company-about-user/{company_id}/", { params });
      return (await unwrap(call)).data.policies.cancellation;
    },
    enabled,
  });
}

export function useAnswerReceived({ id, state }: Order) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (received: boolean) =>
      unwrap(
        api.PUT("/api/v1/users/orders/fulfilled/{order_id}/", {
          params: { path: { order_id: id } },
          body: { received },
        }),
      ),
    onSuccess: ({ data }) => showOrder(queries, data, state),
    onError: () => void queries.invalidateQueries({ queryKey: orderKeys.one(id) }),
  });
}

const lineForm = (company_id: number, line: OrderLine & { product_id: number }) => ({
  company_id,
  product_id: line.product_id,
  variant_id: line.variant_id,
  quantity: line.quantity,
  options: line.options.map(({ group, choice }) => ({ group, choice })),
  note: line.note,
});

/** Adds the lines of an order to the cart of its company. Returns the number of lines that are not sold any more. */
export async function addToCart({ company, lines }: Order): Promise<number> {
  let missing = 0;
  for (const line of lines) {
    if (!line.product_id) missing += 1;
    else {
      const body = lineForm(company.id, { ...line, product_id: line.product_id });
      const { response } = await api.POST("/api/v1/users/cart/add/", { body });
      // A product without stock is refused, and the others are added all the same.
      if (!response.ok) missing += 1;
    }
  }
  return missing;
}

/** Account that answers the messages of a company. */
export async function readContact(company: number): Promise<number> {
  const path = { company_id: String(company) };
  const call = api.GET("/api/v1/users/company/{company_id}/details/", { params: { path } });
  return (await unwrap(call)).data.contact_id;
}
