import { useQuery } from "@tanstack/react-query";
import { useOutletContext } from "react-router";
import { COMPANY_DETAILS_KEY } from "@/shared/company-follow/showFollowed";
import { readCompany } from "../api";
import type { CompanyDetails } from "../types";

export const companyKey = (company: string) => [...COMPANY_DETAILS_KEY, company] as const;

/** Reads a company by its number or handle. */
export function useCompanyDetails(company: string) {
  return useQuery({ queryKey: companyKey(company), queryFn: () => readCompany(company) });
}

/** Returns the company of the page, inside one of its tabs. */
export const useCompany = (): CompanyDetails => useOutletContext<CompanyDetails>();
