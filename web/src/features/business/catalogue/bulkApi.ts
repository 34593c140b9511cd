import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { type OfferingState, useRefresh } from "./api";

const OFFERINGS = "/api/v1/userprofessional/catalogue/offerings";

/** Change of several offerings: all or none. */
export type BulkChange =
  | { change: "state"; state: OfferingState }
  | { change: "soldOut"; soldOut: boolean }
  | { change: "folder"; folder: number | null }
  | { change: "delete" };

async function send(ids: number[], change: BulkChange): Promise<void> {
  switch (change.change) {
    case "state":
      await unwrap(api.PUT(`${OFFERINGS}/state/`, { body: { ids, state: change.state } }));
      return;
    case "soldOut":
      await unwrap(api.PUT(`${OFFERINGS}/sold-out/`, { body: { ids, sold_out: change.soldOut } }));
      return;
    case "folder":
      await unwrap(api.PUT(`${OFFERINGS}/folder/`, { body: { ids, folder_id: change.folder } }));
      return;
    case "delete":
      await unwrap(api.POST(`${OFFERINGS}/delete/`, { body: { ids } }));
  }
}

export function useBulkChange() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ ids, change }: { ids: number[]; change: BulkChange }) => send(ids, change),
    onSettled: refresh,
  });
}

/** Changes price or units of a variant from the list. */
export function useChangeVariant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; price?: number; units?: number | null }) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/catalogue/variants/{variant_id}/", {
          params: { path: { variant_id: id } },
          body,
        }),
      ),
    onSuccess: refresh,
    // A cell goes back at once, and not after the list is read.
    onError: () => void refresh(),
  });
}
