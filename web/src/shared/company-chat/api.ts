import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import type { CompanySummary } from "@/shared/offering/types";

/** Companies found by name, category or town. */
export async function findCompanies(q: string, per_page: number): Promise<CompanySummary[]> {
  const params = { query: { q, per_page } };
  return asDeepRequired((await unwrap(api.GET("/api/v1/users/companies/", { params }))).data);
}

/** A company by its handle. */
export async function readCompany(company_id: string): Promise<CompanySummary> {
  const params = { path: { company_id } };
  return asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/company/{company_id}/details/", { params }))).data,
  );
}
