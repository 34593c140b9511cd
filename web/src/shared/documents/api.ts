import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function useDeleteDocument() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (document_id: number) =>
      unwrap(api.DELETE("/api/v1/users/documents/{document_id}/", { params: { path: { document_id } } })),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["profile"] }),
        queries.invalidateQueries({ queryKey: ["business"] }),
      ]),
  });
}
