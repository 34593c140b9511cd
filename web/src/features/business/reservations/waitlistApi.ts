import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import { type Page, toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

/** Customer on a waitlist of the company. */
export type WaitingCustomer = DeepRequired<components["schemas"]["WaitlistEntry"]>;

const PER_PAGE = 100;
const REREAD_MS = 30_000;

/** Customers on the waitlists of the company, by date and in order of their line. */
export function useWaitlist() {
  return useQuery({
    queryKey: ["reservations", "waitlist"],
    queryFn: async (): Promise<Page<WaitingCustomer>> => {
      const params = { query: { per_page: PER_PAGE } };
      return asDeepRequired(toPage(await unwrap(api.GET("/api/v1/userprofessional/waitlist/", { params }))));
    },
    refetchInterval: REREAD_MS,
  });
}
