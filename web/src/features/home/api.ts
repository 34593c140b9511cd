import { api, requestUntyped, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { type Whole, whole } from "@/api/whole";
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

export type FollowedNews = Whole<components["schemas"]["FollowedNews"]>;

/** Latest news of the companies that the account follows. */
export async function readFollowedNews(): Promise<FollowedNews[]> {
  const params = { query: { per_page: SHOWN } };
  return whole((await unwrap(api.GET("/api/v1/users/news/", { params }))).data);
}
