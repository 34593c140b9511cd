import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { rereadPeople } from "@/shared/person/rereadPeople";
import { setBlock } from "../api";
import type { PersonCard } from "../model/card";

/** Blocking, and taking a block back: shown at once on the page, and as it was if the server refuses. */
export function useBlocking(id: number) {
  const { t } = useTranslation("people");
  const queries = useQueryClient();
  const key = ["people", "card", id];
  const blocking = useMutation({
    mutationFn: (stands: boolean) => setBlock(id, stands),
    async onMutate(stands) {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<PersonCard>(key);
      if (before) {
        queries.setQueryData<PersonCard>(key, { ...before, relation: stands ? "blocked" : "none" });
      }
      return before;
    },
    onSuccess: (_answer, stands) => toast.success(t(stands ? "block.done" : "block.undone")),
    onError(failure, stands, before) {
      if (before) queries.setQueryData(key, before);
      const offline = failure instanceof ApiError && failure.code === "network";
      const text = t(offline ? "common:error.network" : stands ? "block.failed" : "block.undoFailed");
      toast.error(text, failure, () => blocking.mutate(stands));
    },
    onSettled: () => rereadPeople(queries),
  });
  return blocking;
}
