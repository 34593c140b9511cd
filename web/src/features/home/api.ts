import { api, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { type Whole, whole } from "@/api/whole";
import type { ListedCompany } from "@/shared/offering/types";

type CompanyQuery = paths["/api/v1/users/companies/"]["get"]["parameters"]["query"];

const SHOWN = 12;

/** First companies of a list. */
export async function readCompanies(query: CompanyQuery): Promise<ListedCompany[]> {
  const params = { query: { ...query, per_page: SHOWN } };
  return whole((await unwrap(api.GET("/api/v1/users/companies/", { params }))).data);
}

export type FollowedNews = Whole<components["schemas"]["FollowedNews"]>;

/** Latest news of the companies that the account follows. */
export async function readFollowedNews(): Promise<FollowedNews[]> {
  const params = { query: { per_page: SHOWN } };
  return whole((await unwrap(api.GET("/api/v1/users/news/", { params }))).data);
}
