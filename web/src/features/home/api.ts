import { requestUntyped } from "@/api/client";
import type { CompanySummary } from "@/shared/offering/types";

interface CompanyQuery {
  open_now?: boolean;
  latitude?: number;
  longitude?: number;
  distance_km?: number;
  sort?: string;
}

const SHOWN = 12;

/** First companies of a list. */
export const readCompanies = async (
  query: CompanyQuery,
): Promise<(CompanySummary & { distance_km?: number | null })[]> =>
  (
    await requestUntyped<CompanySummary[]>("get", "/api/v1/users/companies/", {
      query: { ...query, per_page: SHOWN },
    })
  ).data;
