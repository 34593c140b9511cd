import { useQuery } from "@tanstack/react-query";
import { firstResults } from "../hooks/useResults";
import type { Filters } from "../model/filters";
import { ResultRow } from "./ResultRow";

const SHOWN = 12;

/** Companies that fit the filters, in a row. Left out when there is none. */
export function CompanyRow({ filters }: { filters: Filters }) {
  const companies = useQuery(firstResults("companies", filters, SHOWN));
  return (
    <ResultRow tab="places" filters={filters} items={companies.data?.items} failed={companies.isError} />
  );
}
