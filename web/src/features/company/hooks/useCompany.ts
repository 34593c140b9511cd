import { useQuery } from "@tanstack/react-query";
import { useOutletContext } from "react-router";
import { readCompany } from "../api";
import type { CompanyDetails } from "../types";

/** Begins the keys of all companies that were read. */
export const DETAILS_KEY = ["company", "details"] as const;

export const companyKey = (company: string) => [...DETAILS_KEY, company] as const;

/** Reads a company by its number or handle. */
export function useCompanyDetails(company: string) {
  return useQuery({ queryKey: companyKey(company), queryFn: () => readCompany(company) });
}

/** Returns the company of the page, inside one of its tabs. */
export const useCompany = (): CompanyDetails => useOutletContext<CompanyDetails>();
