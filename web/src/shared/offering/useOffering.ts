import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import { offeringKey, readOffering } from "./api";

/** Reads the page of an offering. It is gone if the server does not know the id, or if this is no id. */
export function useOffering(id: number) {
  const known = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({
    queryKey: offeringKey(id),
    queryFn: () => readOffering(id),
    enabled: known,
    gcTime: 1_800_000,
  });
  const gone = !known || (error instanceof ApiError && [404, 422].includes(error.status));
  return { data, gone, failed: error !== null && !data, retry: () => void refetch() };
}
