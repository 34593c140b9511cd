import { useQuery } from "@tanstack/react-query";
import { readFeatures } from "../api";

/** Filter features of the server. */
export function useFeatures() {
  return useQuery({
    queryKey: ["features"],
    queryFn: readFeatures,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
