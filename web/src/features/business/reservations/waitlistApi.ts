import { useQuery } from "@tanstack/react-query";
import { requestUntyped } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";

/** Customer on a waitlist of the company. */
export interface WaitingCustomer {
  id: number;
  state: "waiting" | "offered" | "lapsed";
  offering: { id: number; name: string };
  date: string;
  check_out: string | null;
  starts_at: string | null;
  variant: string | null;
  members: number;
  customer_name: string;
  contact_number: string;
  email: string;
}

const PER_PAGE = 100;
const REREAD_MS = 30_000;

/** Customers on the waitlists of the company, by date and in order of their line. */
export function useWaitlist() {
  return useQuery({
    queryKey: ["reservations", "waitlist"],
    queryFn: async (): Promise<Page<WaitingCustomer>> => {
      const envelope = await requestUntyped<WaitingCustomer[]>("get", "/api/v1/userprofessional/waitlist/", {
        query: { per_page: PER_PAGE },
      });
      return toPage(envelope as unknown as Parameters<typeof toPage<WaitingCustomer>>[0]);
    },
    refetchInterval: REREAD_MS,
  });
}
