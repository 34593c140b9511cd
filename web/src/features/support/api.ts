import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { type Page, pageParams, toPage } from "@/api/pagination";
import { ulid } from "@/live/ulid";
import type { Side, SupportType, Ticket, TicketCategory, TicketMessage, TicketState } from "./types";

/** States of each tab, in the order of the tabs. */
export const TABS = {
  open: ["open", "waiting_customer"],
  done: ["resolved", "closed"],
} as const satisfies Record<string, readonly TicketState[]>;

export type Tab = keyof typeof TABS;
export const TAB_KEYS = Object.keys(TABS) as Tab[];

const PER_PAGE = 20;
const MESSAGES = 50;

export const supportKeys = {
  lists: (side: Side) => ["tickets", side, "list"] as const,
  one: (side: Side, id: number) => ["tickets", side, "one", id] as const,
  messages: (side: Side, id: number) => ["tickets", side, "messages", id] as const,
};

/** Multipart form of a body with files. */
const asForm = (form: FormData) => ({
  body: form as never,
  bodySerializer: (body: unknown) => body as FormData,
});

export function useTickets(side: Side, tab: Tab) {
  return useInfiniteQuery({
    queryKey: [...supportKeys.lists(side), tab],
    queryFn: async ({ pageParam }): Promise<Page<Ticket>> => {
      const params = { query: { status: TABS[tab].join(","), page: pageParam, per_page: PER_PAGE } };
      const call =
        side === "company"
          ? api.GET("/api/v1/userprofessional/support-tickets/", { params })
          : api.GET("/api/v1/users/support-tickets/", { params });
      return toPage(await unwrap(call)) as Page<Ticket>;
    },
    ...pageParams,
  });
}

export function useTicket(side: Side, id: number) {
  return useQuery({
    queryKey: supportKeys.one(side, id),
    queryFn: async () => {
      const params = { path: { ticket_id: id } };
      const call =
        side === "company"
          ? api.GET("/api/v1/userprofessional/support-tickets/{ticket_id}/", { params })
          : api.GET("/api/v1/users/support-tickets/{ticket_id}/", { params });
      return (await unwrap(call)).data as Ticket;
    },
  });
}

export interface MessagePage {
  items: TicketMessage[];
  next: number | null;
}

/** Messages of a ticket in pages, the newest first. */
export function useTicketMessages(side: Side, id: number) {
  return useInfiniteQuery({
    queryKey: supportKeys.messages(side, id),
    queryFn: async ({ pageParam }): Promise<MessagePage> => {
      const params = {
        path: { ticket_id: id },
        query: { per_page: MESSAGES, before: pageParam ?? undefined },
      };
      const call =
        side === "company"
          ? api.GET("/api/v1/userprofessional/support-tickets/{ticket_id}/messages/", { params })
          : api.GET("/api/v1/users/support-tickets/{ticket_id}/messages/", { params });
      const { data, next } = await unwrap(call);
      return { items: data as TicketMessage[], next: next ?? null };
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Reads a ticket, its messages and the lists again. */
export const refreshTicket = (queries: QueryClient, side: Side, id: number) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: supportKeys.one(side, id) }),
    queries.invalidateQueries({ queryKey: supportKeys.messages(side, id) }),
    queries.invalidateQueries({ queryKey: supportKeys.lists(side) }),
    queries.invalidateQueries({ queryKey: ["business-dashboard"] }),
  ]);

interface Reply {
  text: string;
  files: readonly File[];
  /** The same for each try. */
  clientId: string;
}

export function useReply(side: Side, id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ text, files, clientId }: Reply) => {
      const form = new FormData();
      form.append("message", text);
      form.append("client_id", clientId);
      for (const file of files) form.append("documents", file);
      const init = { params: { path: { ticket_id: id } }, ...asForm(form) };
      return unwrap(
        side === "company"
          ? api.POST("/api/v1/userprofessional/support-tickets/{ticket_id}/messages/", init)
          : api.POST("/api/v1/users/support-tickets/{ticket_id}/messages/", init),
      );
    },
    onSuccess: () => refreshTicket(queries, side, id),
  });
}

export function useSetState(side: Side, id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (state: TicketState) => {
      const init = { params: { path: { ticket_id: id } }, body: { state } };
      return unwrap(
        side === "company"
          ? api.PUT("/api/v1/userprofessional/support-tickets/{ticket_id}/state/", init)
          : api.PUT("/api/v1/users/support-tickets/{ticket_id}/state/", init),
      );
    },
    onSettled: () => refreshTicket(queries, side, id),
  });
}

export interface TicketValues {
  category: TicketCategory;
  subject: string;
  description: string;
  /** Id of an order; empty for none. */
  order: string;
  files: readonly File[];
}

export const newClientId = (): string => ulid();

export function useCreateTicket(clientId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ category, subject, description, order, files }: TicketValues) => {
      const form = new FormData();
      form.append("category", category);
      form.append("subject", subject);
      form.append("description", description);
      if (order) form.append("order_id", order);
      form.append("client_id", clientId);
      for (const file of files) form.append("documents", file);
      return (await unwrap(api.POST("/api/v1/users/support-tickets/create/", asForm(form)))).data as Ticket;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["tickets"] }),
  });
}

interface Contact {
  type: SupportType;
  description: string;
  image: File | undefined;
}

export function useContact(clientId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, description, image }: Contact) => {
      const form = new FormData();
      form.append("support_type", type);
      form.append("description", description);
      form.append("client_id", clientId);
      if (image) form.append("image", image);
      return (await unwrap(api.POST("/api/v1/users/support/create/", asForm(form)))).data as Ticket;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["tickets"] }),
  });
}

interface Feedback {
  title: string;
  description: string;
  image: File | undefined;
}

export function useFeedback() {
  return useMutation({
    mutationFn: ({ title, description, image }: Feedback) => {
      const form = new FormData();
      form.append("title", title);
      form.append("description", description);
      if (image) form.append("image", image);
      return unwrap(api.POST("/api/v1/users/feedback/", asForm(form)));
    },
  });
}

/** Ways of contact, in order. */
export function useSupportOptions() {
  return useQuery({
    queryKey: ["support-options"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/support/options/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useCategories() {
  return useQuery({
    queryKey: ["ticket-categories"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/ticket/categories-choices-new/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Newest orders, to name one in a ticket. */
export function useRecentOrders(enabled: boolean) {
  return useQuery({
    queryKey: ["orders", "list", "recent"],
    queryFn: async () =>
      (await unwrap(api.GET("/api/v1/users/orders-new/", { params: { query: { per_page: 20 } } }))).data,
    enabled,
  });
}

/** The order that the address names. The form of a ticket offers it also when it is none of the newest. */
export function useNamedOrder(order_id: number) {
  return useQuery({
    queryKey: ["orders", "one", order_id],
    queryFn: async () =>
      (await unwrap(api.GET("/api/v1/users/orders/{order_id}/", { params: { path: { order_id } } }))).data,
    enabled: order_id > 0,
  });
}

export function useHelpTopics(lang: string) {
  return useQuery({
    queryKey: ["help-topics", lang],
    queryFn: async () => {
      const params = { query: { lang: lang as never } };
      return (await unwrap(api.GET("/api/v1/users/help-support/", { params }))).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
