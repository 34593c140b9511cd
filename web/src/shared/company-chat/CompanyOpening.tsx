import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { OpeningState } from "@/shared/opening/OpeningState";
import { readCompany } from "./api";

interface CompanyOpeningProps {
  handle: string;
  /** Shown until the state is known. */
  fallback?: ReactNode;
}

/** Opening state of a company that is known by its handle only. */
export function CompanyOpening({ handle, fallback }: CompanyOpeningProps) {
  const company = useQuery({
    queryKey: ["companies", "status", handle],
    queryFn: () => readCompany(handle),
    staleTime: 5 * 60_000,
  });
  if (!company.data) return fallback;
  return <OpeningState opening={company.data.opening} zone={company.data.time_zone} />;
}
