import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, download, unwrap } from "@/api/client";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";
import { saveAs } from "@/lib/saveAs";
import type { Sorting } from "../list/sort";
import { instant, plusDays } from "../reservations/model/dates";

export type InvoiceForm = components["schemas"]["InvoiceForm"];

const KEY = ["business-invoices"] as const;
export const PER_PAGE = 50;

export const SORTS = ["issued", "total"] as const;
export type InvoiceSort = (typeof SORTS)[number];

export interface InvoiceFilters extends Sorting<InvoiceSort> {
  query: string;
  kind: "" | "credit_note" | "invoice";
  /** First date. Null for any. */
  from: string | null;
  /** Last date. Null for any. */
  to: string | null;
  page: number;
}

/** Selection of documents, with dates in the zone of the company. */
const selectionOf = ({ query, kind, from, to }: InvoiceFilters, zone: string) => ({
  ...(query && { query }),
  ...(kind && { kind }),
  ...(from && { from: instant(zone, from) }),
  ...(to && { to: instant(zone, plusDays(to, 1)) }),
});

export function useInvoices(filters: InvoiceFilters, zone: string | undefined) {
  const { sort, direction, page } = filters;
  const query = { ...selectionOf(filters, zone ?? "UTC"), sort, direction, page, per_page: PER_PAGE };
  return useQuery({
    queryKey: [...KEY, "list", query],
    queryFn: async () =>
      toPage(await unwrap(api.GET("/api/v1/userprofessional/invoices/", { params: { query } }))),
    enabled: zone !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Downloads the invoices of a search, a row for each line. */
export function useExportInvoices(zone: string | undefined) {
  return useMutation({
    mutationFn: async (filters: InvoiceFilters) => {
      const search = new URLSearchParams(selectionOf(filters, zone ?? "UTC"));
      saveAs(await download(`/api/v1/userprofessional/invoices/export/?${search}`), "invoices.csv");
    },
  });
}

export function useInvoice(number: string) {
  return useQuery({
    queryKey: [...KEY, "one", number],
    queryFn: async () => {
      const params = { path: { number } };
      return (await unwrap(api.GET("/api/v1/userprofessional/invoices/{number}/", { params }))).data;
    },
  });
}

export function useCreateInvoice() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: InvoiceForm) => unwrap(api.POST("/api/v1/userprofessional/invoices/", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Mails a document to the address of its customer. */
export function useMailInvoice() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (number: string) =>
      unwrap(api.POST("/api/v1/userprofessional/invoices/{number}/mail/", { params: { path: { number } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Takes an invoice back by a credit note. */
export function useCreditInvoice(number: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      unwrap(
        api.POST("/api/v1/userprofessional/invoices/{number}/credit/", {
          params: { path: { number } },
          body: { note },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
