import { requestUntyped } from "@/api/client";
import type { CompanySummary } from "@/shared/offering/types";

/** Companies found by name, category or town. */
export const findCompanies = async (q: string, per_page: number): Promise<CompanySummary[]> =>
  (await requestUntyped<CompanySummary[]>("get", "/api/v1/users/companies/", { query: { q, per_page } }))
    .data;

/** A company by its handle. */
export const readCompany = async (handle: string): Promise<CompanySummary> =>
  (await requestUntyped<CompanySummary>("get", `/api/v1/users/company/${handle}/details/`)).data;
