import { useParams } from "react-router";

/** Path of the company's page. */
export function useBasePath(): string {
  const { companyId = "" } = useParams();
  return `/companies/${encodeURIComponent(companyId)}`;
}
