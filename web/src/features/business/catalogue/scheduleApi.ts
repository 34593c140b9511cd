import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ROOT, type Schedule, useRefresh } from "./api";

const PATH = "/api/v1/userprofessional/catalogue/resources/{resource_id}/schedule/";

const at = (id: number) => ({ params: { path: { resource_id: id } } });

/** Working time of a resource. */
export function useResourceSchedule(id: number) {
  return useQuery({
    queryKey: [...ROOT, "schedule", id],
    queryFn: async () => (await unwrap(api.GET(PATH, at(id)))).data as Schedule,
    refetchOnWindowFocus: false,
  });
}

export function useSaveResourceSchedule(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Schedule) => unwrap(api.PUT(PATH, { ...at(id), body })),
    onSuccess: refresh,
  });
}
