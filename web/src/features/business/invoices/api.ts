import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, download, unwrap } from "@/api/client";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";
import { saveAs } from "@/lib/saveAs";

export type InvoiceForm = components["schemas"]["InvoiceForm"];

const KEY = ["business-invoices"] as const;
export const PER_PAGE = 50;

export interface InvoiceFilters {
  query: string;
  kind: "" | "credit_note" | "invoice";
  page: number;
}

export function useInvoices({ query, kind, page }: InvoiceFilters) {
  return useQuery({
    queryKey: [...KEY, "list", query, kind, page],
    queryFn: async () => {
      const params = {
        query: { query: query || undefined, kind: kind || undefined, page, per_page: PER_PAGE },
      };
      return toPage(await unwrap(api.GET("/api/v1/userprofessional/invoices/", { params })));
    },
    placeholderData: keepPreviousData,
  });
}

/** Downloads the invoices of a search, a row for each line. */
export function useExportInvoices() {
  return useMutation({
    mutationFn: async ({ query, kind }: Pick<InvoiceFilters, "query" | "kind">) => {
      const search = new URLSearchParams({ ...(query && { query }), ...(kind && { kind }) });
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
