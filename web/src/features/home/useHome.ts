import { useQuery } from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { useHomeTown } from "@/shared/place/useHomePlace";
import { readHome } from "./api";

/** Start page of the viewer. Read again whenever it is shown: what is open and free changes by the minute. */
export function useHome() {
  const user = useUser();
  const { town, country } = useHomeTown();
  return useQuery({
    queryKey: ["home", user?.id ?? null, town, country],
    queryFn: () => readHome(town, country),
    staleTime: 30_000,
  });
}
