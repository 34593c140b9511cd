import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "@/api/client";
import { type Page, pageParams, toPage } from "@/api/pagination";
import { RequestKeys } from "@/shared/requests/requestKeys";
import type { Purchase } from "./model/purchase";
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
}

export function useReply(side: Side, id: number) {
  const queries = useQueryClient();
  const [keys] = useState(() => new RequestKeys());
  return useMutation({
    mutationFn: ({ text, files }: Reply) => {
      const form = new FormData();
      form.append("message", text);
      form.append("client_id", keys.of([text], files));
      for (const file of files) form.append("documents", file);
      const init = { params: { path: { ticket_id: id } }, ...asForm(form) };
      return unwrap(
        side === "company"
          ? api.POST("/api/v1/userprofessional/support-tickets/{ticket_id}/messages/", init)
          : api.POST("/api/v1/users/support-tickets/{ticket_id}/messages/", init),
      );
    },
    onSuccess() {
      // The same text once more is another message.
      keys.clear();
      return refreshTicket(queries, side, id);
    },
  });
}

/** Asks the operator to look at a ticket of a company. */
export function useEscalate(id: number) {
  const queries = useQueryClient();
  const [keys] = useState(() => new RequestKeys());
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(
        api.POST("/api/v1/users/support-tickets/{ticket_id}/escalate/", {
          params: { path: { ticket_id: id } },
          body: { message, client_id: keys.of([message], []) },
        }),
      ),
    onSettled: () => refreshTicket(queries, "customer", id),
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
  about: Pick<Purchase, "kind" | "id"> | null;
  files: readonly File[];
}

export function useCreateTicket() {
  const queries = useQueryClient();
  const [keys] = useState(() => new RequestKeys());
  return useMutation({
    mutationFn: async ({ category, subject, description, about, files }: TicketValues) => {
      const form = new FormData();
      form.append("category", category);
      form.append("subject", subject);
      form.append("description", description);
      if (about) form.append(`${about.kind}_id`, String(about.id));
      form.append("client_id", keys.of([category, subject, description, about], files));
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

export function useContact() {
  const queries = useQueryClient();
  const [keys] = useState(() => new RequestKeys());
  return useMutation({
    mutationFn: async ({ type, description, image }: Contact) => {
      const form = new FormData();
      form.append("support_type", type);
      form.append("description", description);
      form.append("client_id", keys.of([type, description], image ? [image] : []));
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

interface Bought {
  id: number;
  code: string;
  company: { name: string };
  created_at: string;
}

const asPurchase = (kind: Purchase["kind"], { id, code, company }: Bought): Purchase => ({
  kind,
  id,
  code,
  company,
});

/** Newest orders and bookings, to name one in a ticket. A booking that an order pays is named by the order. */
export function useRecentPurchases(enabled: boolean) {
  return useQuery({
    queryKey: ["tickets", "purchases"],
    queryFn: async () => {
      const query = { per_page: 20 };
      const [orders, ...bookings] = await Promise.all([
        unwrap(api.GET("/api/v1/users/orders-new/", { params: { query } })),
        ...(["upcoming", "past"] as const).map((when) =>
          unwrap(api.GET("/api/v1/users/bookings/", { params: { query: { ...query, when } } })),
        ),
      ]);
      const booked = bookings.flatMap(({ data }) => data).filter(({ order_id }) => order_id === null);
      return [
        ...orders.data.map((one) => ({ at: one.created_at, ...asPurchase("order", one) })),
        ...booked.map((one) => ({ at: one.created_at, ...asPurchase("booking", one) })),
      ].sort((a, b) => b.at.localeCompare(a.at));
    },
    enabled,
  });
}

/** The purchase that the address names. The form of a ticket offers it also when it is none of the newest. */
export function useNamedPurchase(named: Pick<Purchase, "kind" | "id"> | null) {
  return useQuery({
    queryKey: ["tickets", "purchase", named?.kind, named?.id],
    queryFn: async ({ signal }) => {
      const { kind, id } = named as Purchase;
      const answer = await (kind === "order"
        ? unwrap(api.GET("/api/v1/users/orders/{order_id}/", { params: { path: { order_id: id } }, signal }))
        : unwrap(
            api.GET("/api/v1/users/bookings/{booking_id}/", { params: { path: { booking_id: id } }, signal }),
          ));
      return asPurchase(kind, answer.data);
    },
    enabled: named !== null,
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
